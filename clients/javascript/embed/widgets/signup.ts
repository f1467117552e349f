import { withoutBlanks } from '../fields.ts';
import type { Widget } from '../widget.ts';

const template = `
<form class="fanclub-form" method="post" data-action="signup">
  <p><label><span data-field="text.email"></span>
    <input name="email" type="email" autocomplete="email" required></label></p>
  <p><label><span data-field="text.firstName"></span>
    <input name="first_name" autocomplete="given-name"></label></p>
  <p><label><span data-field="text.lastName"></span>
    <input name="last_name" autocomplete="family-name"></label></p>
  <p><button data-field="text.signUp"></button></p>
</form>`;

export const signup: Widget = {
  template,
  isForEverybody: true,
  load: () => Promise.resolve({}),
  actions: {
    async signup({ club, options }, fields) {
      const source = options['source'];
      const contact = {
        ...(source !== undefined && { lists_opt_in_source: source }),
        ...withoutBlanks(fields),
      } as { email: string };
      const { messages } = await club.client.post('/contacts', { contact });
      return { messages, event: 'signup', detail: { contact, messages }, reload: 'nothing' };
    },
  },
};
