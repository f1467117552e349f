import { toDate } from '../../src/values.ts';
import { inZone } from '../dates.ts';
import { type Context, UsageError, type Widget } from '../widget.ts';

const template = `
<h3 class="fanclub-title" data-field="name"></h3>
<p class="fanclub-when" data-field="text.runs"></p>
<div class="fanclub-description" data-if="details" data-html="details"></div>
<details class="fanclub-rules" data-if="rules">
  <summary data-field="text.rules"></summary>
  <div data-html="rules"></div>
</details>
<p class="fanclub-entered" data-if="entered" data-field="text.entered"></p>
<p class="fanclub-won" data-if="won" data-field="text.won"></p>
<p class="fanclub-note" data-if="note" data-field="note"></p>
<form class="fanclub-form" method="post" data-action="enter" data-if="can_enter">
  <button data-attr-aria-label="label" data-field="text.enter"></button>
</form>`;

/** The contest of `data-contest`. */
function idOf({ options }: Context): number {
  const id = Number(options['contest']);
  if (!Number.isSafeInteger(id) || id <= 0)
    throw new UsageError('data-fanclub="contest" needs data-contest with the id of the contest.');
  return id;
}

export const contest: Widget = {
  template,
  async load(context) {
    const { club, texts, locale } = context;
    const id = idOf(context);
    const [{ contest }, customer] = await Promise.all([
      club.client.get('/contests/{id}', { id }),
      club.account(),
    ]);
    const { timezone, starts_at: start, ends_at: end, status, available_to_customer: isAvailable } = contest;
    const isOpen = status === 'running';
    const notes = {
      entered: null,
      upcoming: 'contestUpcoming',
      ended: 'contestEnded',
      running: customer ? (isAvailable ? null : 'ineligible') : 'logInToEnter',
    };
    const note = notes[status];
    return {
      ...contest,
      customer,
      starts: inZone(start, timezone, locale),
      ends: inZone(end, timezone, locale),
      starts_iso: toDate(start).toISOString(),
      ends_iso: toDate(end).toISOString(),
      can_enter: isOpen && isAvailable,
      note: note === null ? null : texts[note],
      label: `${texts['enter']}: ${contest.name}`,
    };
  },
  actions: {
    async enter(context) {
      const id = idOf(context);
      const { messages } = await context.club.client.post('/contests/{id}/enter', { id });
      return { messages, event: 'entered', detail: { contest: id, messages }, reload: 'widget' };
    },
  },
};
