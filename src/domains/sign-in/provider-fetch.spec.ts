import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress, providerFetch } from './provider-fetch';

it.each(['8.8.8.8', '2606:4700::1111'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

it.each([
  ...[
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ],
  ...[
    '::1',
    'fe80::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::10.0.0.1',
    'localhost',
    '',
  ],
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

it.each([
  ...[
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
  ],
  ...['https://[::ffff:169.254.169.254]/', 'https://localhost/'],
])('does not ask %s', async (address) => {
  await expect(providerFetch(false)(address)).rejects.toThrow('The address is not public.');
});

it('asks over https only', async () => {
  await expect(providerFetch(false)('http://8.8.8.8/')).rejects.toThrow('The address must be https.');
});

it('while developing asks this machine, and follows no redirect', async () => {
  const server = createServer((_, response) =>
    response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await providerFetch(true)(`http://127.0.0.1:${port}/`);
  expect(answer.status).toBe(302);
  server.close();
  await expect(providerFetch(true)('http://10.0.0.1/')).rejects.toThrow('The address is not public.');
});
