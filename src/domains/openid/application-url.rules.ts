import { parsedUrl } from '#libs/validation';
import { isLoopback } from '#platform/config';

/** Why an address cannot be one of an application; null if it can. It is compared character by character, so only one spelling is accepted. */
export function urlFault(address: string): string | null {
  const url = parsedUrl(address);
  if (url === null || !/^https?:\/\/[!-~]+$/.test(address))
    return 'must be an address like https://forum.example/callback';
  if (url.username !== '' || url.password !== '') return 'must be without a user name';
  if (address.includes('#')) return 'must be without #';
  if (address.includes('*')) return 'must be without *';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must begin with https://';
  if (url.href !== address && url.href !== `${address}/`) return `must be written as ${url.href}`;
  return null;
}
