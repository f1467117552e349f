import { unknownRouteHint } from './route-hints.rules';

const ROUTES = [
  'GET /account',
  'POST /account',
  'POST /accounts',
  'POST /login',
  'GET /events',
  'GET /events/:id',
  'POST /contests/:id/enter',
];

describe('the hint for a request that no route answers', () => {
  it.each([
    ['GET', '/api/v1/login', 'there is no GET /login. Did you mean POST /login?'],
    ['PUT', '/api/v1/account', 'there is no PUT /account. Did you mean GET /account or POST /account?'],
    ['GET', '/api/v1/login.json', 'there is no GET /login. Did you mean POST /login?'],
    ['GET', '/api/v1/event', 'there is no GET /event. Did you mean GET /events?'],
    ['GET', '/api/v1/events/', 'there is no GET /events/. Did you mean GET /events?'],
    ['GET', '/api/v1//events', 'there is no GET //events. Did you mean GET /events?'],
    ['GET', '/api/v1/event/12', 'there is no GET /event/{id}. Did you mean GET /events/{id}?'],
    [
      'POST',
      '/api/v1/contest/4/enter',
      'there is no POST /contest/{id}/enter. Did you mean POST /contests/{id}/enter?',
    ],
    ['GET', '/events', 'there is no GET /events. Did you mean GET /api/v1/events?'],
    ['POST', '/api/login', 'there is no POST /login. Did you mean POST /api/v1/login?'],
    ['GET', '/v1/events/3', 'there is no GET /events/{id}. Did you mean GET /api/v1/events/{id}?'],
  ])('%s %s is: %s', (method, path, hint) => expect(unknownRouteHint(method, path, ROUTES)).toBe(hint));

  it.each(['/api/v1/nova@starmail.example', '/api/v1/tickets', '/api/v1/', '/event', '/favicon.ico', '/'])(
    'is absent for %s',
    (path) => expect(unknownRouteHint('GET', path, ROUTES)).toBeNull(),
  );
});
