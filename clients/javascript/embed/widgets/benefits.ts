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
  empty: '<p class="fanclub-empty" data-field="text.noBenefits"></p>',
  async load({ club }) {
    // Only members may ask for them.
    if (!(await club.account())) return { benefits: [] };
    return club.client.get('/account/benefits');
  },
  isEmpty: (view) => (view as { benefits: unknown[] }).benefits.length === 0,
};
