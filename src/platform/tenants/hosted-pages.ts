/** A fan club and its verified hosts, the main one first. */
export interface HostedClub {
  readonly id: number;
  readonly hosts: readonly string[];
}

/**
 * The address of a fan club: its main host, or a path below `PUBLIC_URL`. All addresses of its pages begin with it.
 * @returns without a trailing slash
 */
export function clubAddress(publicUrl: string, { id, hosts }: HostedClub): string {
  return hosts.length > 0 ? originOfHost(publicUrl, hosts[0]) : longAddress(publicUrl, id);
}

/** The address of a fan club below `PUBLIC_URL`, where it is served if it has no host. */
export const longAddress = (publicUrl: string, fanclubId: number): string =>
  `${publicUrl}/fanclubs/${fanclubId}`;

/** The origin of a host of a fan club, which has the scheme and the port of `PUBLIC_URL`. */
export function originOfHost(publicUrl: string, host: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port && `:${port}`}`;
}

/** The origins of a fan club's hosts, the main one first. */
export const clubOrigins = (publicUrl: string, { hosts }: Pick<HostedClub, 'hosts'>): string[] =>
  hosts.map((host) => originOfHost(publicUrl, host));

/** The service's own pages, for fan clubs without their own. */
export type HostedPage =
  'login' | 'logout' | 'password-reset' | 'membership' | 'redeem' | 'privacy' | 'terms';

/** The address of a hosted page of a fan club. @param club its {@link clubAddress} */
export function hostedPage(club: string, page: HostedPage): string {
  return `${club}/${page}`;
}

/** The pages that the links of mails lead to. */
export type MailedPage =
  | 'confirm'
  | 'confirm-email'
  | 'reset-password'
  | 'recover-account'
  | 'confirm-contact'
  | 'waiting-list'
  | 'renewal'
  | 'contest-win'
  | 'erase-account';

/** The address of a {@link MailedPage}, with the token that identifies the recipient of the mail. */
export function hostedLink(club: string, page: MailedPage, token: string): string {
  return `${club}/${page}?token=${token}`;
}

/** The address of the hosted checkout of a plan. */
export function hostedCheckout(club: string, planId: number): string {
  return /\/fanclubs\/\d+$/.test(club) ? `${club}/plans/${planId}/checkout` : `${club}/checkout/${planId}`;
}

/** The address of the hosted page of an order. */
export function hostedOrder(club: string, orderId: number): string {
  return `${club}/orders/${orderId}`;
}

/** The address of the public page of a contest's draw. */
export function hostedDraw(club: string, contestId: number): string {
  return `${club}/contests/${contestId}/draw`;
}

/** The address of the hosted page that shows, or gives, the presale code of a ticket link. */
export function hostedLinkCode(club: string, linkId: number): string {
  return `${club}/links/${linkId}/code`;
}

/** The issuer of a fan club's OpenID provider, below which its endpoints are. @param club its {@link clubAddress} */
export function hostedIssuer(club: string): string {
  return `${club}/oidc`;
}

/** The address to which a login provider leads back. @param club its {@link clubAddress} */
export function hostedCallback(club: string, provider: string): string {
  return `${club}/sign-in/${provider}/callback`;
}
