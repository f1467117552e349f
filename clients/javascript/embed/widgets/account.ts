import type { PostInput } from '../../src/index.ts';
import { dayOf } from '../dates.ts';
import type { Widget } from '../widget.ts';
import { nameOf } from './login.ts';

const template = `
<p class="fanclub-notice" data-if="customer.invalid_email_message" data-field="customer.invalid_email_message"></p>
<dl class="fanclub-details">
  <div><dt data-field="text.name"></dt><dd data-field="name"></dd></div>
  <div><dt data-field="text.email"></dt><dd data-field="customer.email"></dd></div>
  <div data-if="customer.new_email">
    <dt data-field="text.pendingEmail"></dt><dd data-field="customer.new_email"></dd>
  </div>
  <div>
    <dt data-field="text.membership"></dt>
    <dd class="fanclub-membership" data-if="plan">
      <span data-field="plan.name"></span> <span data-field="text.memberSince"></span>
      <span data-if="until" data-field="text.memberUntil"></span>
    </dd>
    <dd class="fanclub-membership" data-if="!plan" data-field="text.noMembership"></dd>
  </div>
</dl>
<form class="fanclub-form" method="post" data-action="save">
  <p><label><span data-field="text.firstName"></span>
    <input name="first_name" autocomplete="given-name" data-attr-value="customer.first_name"></label></p>
  <p><label><span data-field="text.lastName"></span>
    <input name="last_name" autocomplete="family-name" data-attr-value="customer.last_name"></label></p>
  <p><label><input name="lists_opt_in" type="checkbox" data-attr-checked="customer.lists_opt_in">
    <span data-field="text.newsletter"></span></label></p>
  <p><button data-field="text.save"></button></p>
</form>`;

export const account: Widget = {
  template,
  empty: '<p class="fanclub-empty" data-field="text.loggedOut"></p>',
  async load({ club, locale }) {
    const customer = await club.account();
    if (!customer) return { customer };
    const { plan, start_date: start, end_date: end } = customer.subscription ?? {};
    return {
      customer,
      name: nameOf(customer),
      plan: plan ?? null,
      since: start === undefined ? null : dayOf(start, locale),
      until: end == null ? null : dayOf(end, locale),
    };
  },
  isEmpty: (view) => (view as { customer: unknown }).customer === null,
  actions: {
    async save({ club, texts, options }, fields) {
      const source = options['source'];
      const change = {
        ...(source !== undefined && { lists_opt_in_source: source }),
        ...fields,
      } as PostInput<'/account'>;
      const { customer } = await club.client.post('/account', change);
      club.invalidate();
      return { messages: [texts['saved'] ?? ''], event: 'saved', detail: { customer }, reload: 'page' };
    },
  },
};
