/** The service's own pages, to which a fan club's links lead unless it has pages of its own. */
export type HostedPage =
  'login' | 'logout' | 'password-reset' | 'saved-card' | 'redeem' | 'privacy' | 'terms';

/** The address of a hosted page of a fan club. */
export function hostedPage(publicUrl: string, fanclubId: number, page: HostedPage): string {
  return `${publicUrl}/fanclubs/${fanclubId}/${page}`;
}

/** The address of the hosted checkout of a plan. */
export function hostedCheckout(publicUrl: string, fanclubId: number, planId: number): string {
  return `${publicUrl}/fanclubs/${fanclubId}/plans/${planId}/checkout`;
}
