import type { Account } from '../../src/index.ts';
import { VisitorError, type Widget } from '../widget.ts';

const template = `
<form class="fanclub-form" method="post" data-action="login" data-if="!customer">
  <p><label><span data-field="text.email"></span>
    <input name="email" type="email" autocomplete="username" required></label></p>
  <p><label><span data-field="text.password"></span>
    <input name="password" type="password" autocomplete="current-password" required></label></p>
  <p><button data-field="text.logIn"></button></p>
  <p data-if="password_reset"><a data-attr-href="password_reset" data-field="text.forgotPassword"></a></p>
  <p data-if="register"><span data-field="text.noAccount"></span> <a data-attr-href="register" data-field="text.register"></a></p>
</form>
<div class="fanclub-logged-in" data-if="customer">
  <p data-field="text.loggedInAs"></p>
  <p><button type="button" data-action="logout" data-field="text.logOut"></button></p>
</div>`;

/** The name that a customer is called by: first and last name, or the address if they have none. */
export const nameOf = ({ first_name, last_name, email }: Account): string =>
  [first_name, last_name].filter(Boolean).join(' ') || (email ?? '');

/**
 * The service's own page for new accounts, whose mail leads back to this page. It is beside the other pages of the service. Undefined if
 * none of the fan club's links leads to one of those.
 */
function registrationPage(links: object): string | undefined {
  const hosted = Object.values(links).map(
    (link) => /^https?:.*\/fanclubs\/\d+(?=\/)/.exec(String(link))?.[0],
  );
  const own = hosted.find(Boolean);
  return own && `${own}/register?redirect=${encodeURIComponent(location.href)}`;
}

export const login: Widget = {
  template,
  async load({ club, options }) {
    const customer = await club.account();
    if (customer) return { customer, name: nameOf(customer) };
    const { fanclub } = await club.client.get('/fanclub');
    return {
      customer,
      password_reset: fanclub.links.password_reset,
      register: options['register'] ?? registrationPage(fanclub.links),
    };
  },
  actions: {
    async login({ club, texts }, fields) {
      const { email, password } = fields as { email: string; password: string };
      const { customer } = await club.client.post('/login', { email, password });
      club.invalidate();
      // Browsers that block cookies of other websites do not tell the page.
      if ((await club.account()) === null) throw new VisitorError(texts['notKept']);
      return { event: 'login', detail: { customer }, reload: 'page' };
    },
    async logout({ club }) {
      await club.client.get('/logout');
      club.invalidate();
      return { event: 'logout', reload: 'page' };
    },
  },
};
