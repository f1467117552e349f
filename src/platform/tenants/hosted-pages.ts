/** The service's own pages, for fan clubs without their own. */
export type HostedPage =
  'login' | 'logout' | 'password-reset' | 'membership' | 'redeem' | 'privacy' | 'terms';

/** The address of a hosted page of a fan club. */
export function hostedPage(publicUrl: string, fanclubId: number, page: HostedPage): string {
  return `${publicUrl}/fanclubs/${fanclubId}/${page}`;
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
export function hostedLink(publicUrl: string, fanclubId: number, page: MailedPage, token: string): string {
  return `${publicUrl}/fanclubs/${fanclubId}/${page}?token=${token}`;
}

/** The address of the hosted checkout of a plan. */
export function hostedCheckout(publicUrl: string, fanclubId: number, planId: number): string {
  return `${publicUrl}/fanclubs/${fanclubId}/plans/${planId}/checkout`;
}

/** The address of the hosted page of an order. */
export function hostedOrder(publicUrl: string, fanclubId: number, orderId: number): string {
  return `${publicUrl}/fanclubs/${fanclubId}/orders/${orderId}`;
}

/** The address of the public page of a contest's draw. */
export function hostedDraw(publicUrl: string, fanclubId: number, contestId: number): string {
  return `${publicUrl}/fanclubs/${fanclubId}/contests/${contestId}/draw`;
}

/** The address of the hosted page that shows, or gives, the presale code of a ticket link. */
export function hostedLinkCode(publicUrl: string, fanclubId: number, linkId: number): string {
  return `${publicUrl}/fanclubs/${fanclubId}/links/${linkId}/code`;
}

/** The issuer of a fan club's OpenID provider, below which its endpoints are. */
export function hostedIssuer(publicUrl: string, fanclubId: number): string {
  return `${publicUrl}/fanclubs/${fanclubId}/oidc`;
}
