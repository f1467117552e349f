import type { Widget } from '../widget.ts';

const template = `
<ul class="fanclub-list">
  <li class="fanclub-benefit" data-each="benefits">
    <h3 class="fanclub-title" data-field="summary"></h3>
    <div class="fanclub-description" data-if="details" data-html="details"></div>
  </li>
</ul>`;

export const benefits: Widget = {
  template,
  empty: `
<p class="fanclub-empty" data-if="logged_in" data-field="text.noBenefits"></p>
<p class="fanclub-empty" data-if="!logged_in" data-field="text.logInForBenefits"></p>`,
  async load({ club }) {
    // Only members may ask for them.
    if (!(await club.account())) return { benefits: [], logged_in: false };
    const { benefits } = await club.client.get('/account/benefits');
    return { benefits, logged_in: true };
  },
  isEmpty: (view) => (view as { benefits: unknown[] }).benefits.length === 0,
};
