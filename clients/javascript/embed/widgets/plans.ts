import type { Plan } from '../../src/index.ts';
import { priceLike } from '../../src/values.ts';
import { monthsOf } from '../dates.ts';
import type { Context, Widget } from '../widget.ts';

const template = `
<ul class="fanclub-list">
  <li class="fanclub-plan" data-each="plans">
    <h3 class="fanclub-title" data-field="name"></h3>
    <p class="fanclub-price">
      <span data-field="display_price"></span> <span class="fanclub-term" data-if="term" data-field="text.term"></span>
    </p>
    <p class="fanclub-current" data-if="current" data-field="text.currentPlan"></p>
    <p class="fanclub-upgrade" data-if="upgrade" data-field="text.upgradePlan"></p>
    <p class="fanclub-renewal" data-if="renewal" data-field="text.renewalPlan"></p>
    <div class="fanclub-description" data-if="description" data-html="description"></div>
    <div class="fanclub-benefits" data-if="online_benefits" data-html="online_benefits"></div>
    <div class="fanclub-package" data-if="package">
      <p data-field="text.package"></p>
      <ul><li data-each="package.items" data-field="name"></li></ul>
    </div>
    <div class="fanclub-annotations" data-if="annotations" data-html="annotations"></div>
    <p data-if="available_to_customer">
      <a class="fanclub-checkout" data-attr-href="checkout" data-attr-aria-label="label" data-field="action"></a>
    </p>
    <p class="fanclub-unavailable" data-if="unavailable" data-field="text.unavailable"></p>
  </li>
</ul>
<div data-if="some_unavailable">
  <p data-field="text.someUnavailable"></p>
  <p><button type="button" name="retry" data-action="retry" data-field="text.checkAgain"></button></p>
</div>`;

/** A plan as templates see it: its fields, and texts made of them. */
function planView(plan: Plan, { texts, locale }: Context) {
  const { name, duration, renewal, upgrade, current, available_to_customer: isAvailable } = plan;
  const { upgrade_price: upgradePrice, display_price: price } = plan;
  const action = texts[renewal ? 'renew' : upgrade ? 'upgrade' : 'join'] ?? '';
  return {
    ...plan,
    term: duration === null ? null : monthsOf(duration, locale),
    upgrade_display_price: upgradePrice === null ? null : priceLike(price, upgradePrice),
    action,
    label: `${action}: ${name}`,
    unavailable: !isAvailable && !current,
  };
}

export const plans: Widget = {
  template,
  empty: '<p class="fanclub-empty" data-field="text.noPlans"></p>',
  async load(context) {
    const { tags } = context.options;
    const answer = await context.club.client.get('/plans', tags === undefined ? {} : { tags });
    const plans = answer.plans.map((plan) => planView(plan, context));
    return { plans, some_unavailable: plans.some(({ unavailable }) => unavailable) };
  },
  isEmpty: (view) => (view as { plans: unknown[] }).plans.length === 0,
};
