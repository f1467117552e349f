import type { Scope } from '#domains/openid';

/** What each scope passes on, in words for members. */
const TEXTS: Record<Scope, string> = {
  openid: 'that you have an account here, as a number',
  email: 'your email address',
  profile: 'your name and your user name',
  membership: 'whether you are a member, of which plan, until when, and which benefits you have',
};

/** What an application reads, in words for members. */
export const scopeTexts = (scopes: readonly Scope[]): string[] => scopes.map((scope) => TEXTS[scope]);
