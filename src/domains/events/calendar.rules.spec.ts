import { calendarEvents } from './calendar.rules';
import { eventOn, publishedLink } from './published-event.fixtures';

const NOW = new Date('2026-06-15T12:00:00Z');

describe('the events for calendar programs', () => {
  it.each([
    ['2026-07-16T02:00:00Z', true],
    // The day in Los Angeles ends at 07:00 UTC.
    ['2025-06-15T19:00:00Z', true],
    ['2025-06-15T06:00:00Z', false],
  ])('include one at %s: %j', (at, included) => {
    expect(calendarEvents([eventOn(at)], NOW)).toHaveLength(included ? 1 : 0);
  });

  it('have the first ticket link that everybody may use now', () => {
    const links = [
      publishedLink({ url: 'https://x.example/1', exclusive: true }),
      publishedLink({ url: 'https://x.example/2', status: 'Sold Out' }),
      publishedLink({ url: 'https://x.example/3', publishEnd: new Date('2026-06-15T11:59:59Z') }),
      publishedLink({ url: 'https://x.example/4' }),
      publishedLink({ url: 'https://x.example/5' }),
    ];
    const urls = (count: number) =>
      calendarEvents([eventOn(undefined, { links: links.slice(0, count) })], NOW)[0].ticketUrl;
    expect([urls(3), urls(4), urls(5)]).toEqual([null, 'https://x.example/4', 'https://x.example/4']);
  });

  it('of the past have no ticket link', () => {
    const [event] = calendarEvents([eventOn('2026-06-01T02:00:00Z', { links: [publishedLink()] })], NOW);
    expect(event.ticketUrl).toBeNull();
  });
});
