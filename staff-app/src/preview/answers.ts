import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import type { Shown } from './shown';

/** The kinds of records that visitors see. */
export type Previewed = 'plans' | 'events' | 'contests' | 'benefits';

/** Who looks, and when. */
export interface Look {
  /** Null: a visitor without a log-in. */
  readonly member: number | null;
  /** Blacklisted members cannot log in, so they see what visitors see. */
  readonly isLoggedIn: boolean;
  /** An instant; null: now. */
  readonly at: string | null;
}

type PublicList = Readonly<Record<string, readonly { readonly id: number }[] | undefined>> & {
  readonly pagination?: { readonly total_pages: number };
};

/** The record as the public API lists it; null if it is not in the list. */
async function itemOf(of: Previewed, id: number, { member, at }: Look): Promise<object | null> {
  const query = new URLSearchParams({
    as: member === null ? 'visitor' : `member:${member}`,
    ...(at !== null && { at }),
  }).toString();
  for (let page = 1; ; page += 1) {
    const { data } = await send<PublicList>(`${clubPath(`preview/${of}`)}?${query}&page=${page}`);
    const found = data[of]?.find((item) => item.id === id);
    if (found) return found;
    if (page >= (data.pagination?.total_pages ?? 1)) return null;
  }
}

/** The widget that shows the record, and its answers; null if they do not see it. @throws HttpError */
export async function shownTo(of: Previewed, id: number, look: Look): Promise<Shown | null> {
  const item = await itemOf(of, id, look);
  if (item === null) return null;
  const { member, isLoggedIn, at } = look;
  const account = { '/account': { customer: isLoggedIn ? { id: member } : null } };
  switch (of) {
    case 'plans':
      return { at, attributes: { fanclub: of }, answers: { '/plans': { plans: [item] } } };
    case 'events':
      return {
        ...{ at, attributes: { fanclub: of } },
        answers: { '/events': { events: [item], pagination: { current_page: 1, total_pages: 1 } } },
      };
    case 'contests':
      return {
        ...{ at, attributes: { fanclub: 'contest', contest: String(id) } },
        answers: { [`/contests/${id}`]: { contest: item }, ...account },
      };
    case 'benefits':
      return {
        ...{ at, attributes: { fanclub: of } },
        answers: { '/account/benefits': { benefits: [item] }, ...account },
      };
  }
}
