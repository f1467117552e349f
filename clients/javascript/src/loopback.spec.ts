import { loopbackWarning } from './loopback.ts';

describe('the warning about two names of this machine', () => {
  it.each([
    ['http://localhost:3000/api/v1', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1:3000', 'http://localhost:8080'],
    ['http://[::1]:3000', 'http://localhost'],
  ])('is given for the service at %s and the page at %s', (service, page) => {
    expect(loopbackWarning(service, page)).toMatch(/^Visitors of this page do not stay logged in/);
  });

  it.each([
    ['http://localhost:3000', 'http://localhost:8080'],
    ['http://localhost:3000', 'https://lanterns.example'],
    ['https://members.lanterns.example', 'http://localhost:8080'],
    ['/api/v1', 'http://localhost:8080'],
    ['localhost:3000', 'http://127.0.0.1:8080'],
    ['http://localhost.example', 'http://127.0.0.1:8080'],
    ['http://[', 'http://127.0.0.1:8080'],
    ['http://', 'http://127.0.0.1:8080'],
    ['http://localhost:3000', 'null'],
    ['http://localhost:3000', 'file://'],
    ['http://localhost:3000', null],
  ])('is absent for the service at %j and the page at %j', (service, page) => {
    expect(loopbackWarning(service, page)).toBeNull();
  });
});
