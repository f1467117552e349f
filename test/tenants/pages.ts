import { HttpClient } from '#libs/testing';
import { newToken } from '#libs/token';
import { OTHER_ROUTES } from '../contract/routes';
import { type Club, PASSWORD } from '#samples';
import { elements } from '../support/page-html';
import { ABSENT_ID } from './canaries';
import type { Cell, Wire } from './judge';
import { cookiesOf, ownersOf, visibleTo, type Visitor, visitorOf } from './requests';
import type { World } from './world';

const ROOT = '/fanclubs/:fanclubId/';
const ABSENT_TOKEN = newToken();
const ABSENT_EMAIL = `absent@${ABSENT_ID}.example`;

/** A value with an owner in the path, the query or the form of a page. */
interface Given {
  readonly what: string;
  readonly id?: number;
  readonly token?: string;
  readonly email?: string;
  readonly reference?: string;
  /** Of a picture. */
  readonly name?: string;
  /** The club that knows the value; null: none. */
  readonly club: Club | null;
}

/** The id of the club; null: an unknown id. */
type At = Club | null;

/** Requests every hosted page below each club and below an unknown one, with values of each club. */
export class PageMatrix {
  constructor(
    private readonly origin: string,
    private readonly world: World,
  ) {}

  async cells(): Promise<Cell[]> {
    const { a1, b1 } = this.world;
    const routes = OTHER_ROUTES.filter(([, path]) => path.startsWith(ROOT));
    const cells: Cell[] = [];
    for (const at of [a1, b1, null]) {
      for (const visitor of [null, visitorOf(a1, 1), visitorOf(b1, 1)]) {
        const form = await this.form(at ?? a1, visitor);
        for (const [method, path] of routes) {
          for (const given of onceForEachKind(this.givenTo(path, at), at))
            cells.push(this.cell(method, path, at, visitor, given, form));
        }
      }
    }
    return cells;
  }

  private cell(
    method: string,
    path: string,
    at: At,
    visitor: Visitor | null,
    given: Given,
    form: Form,
  ): Cell {
    const ask = (one: Given): Wire => {
      const filled = path
        .replace(':fanclubId', String(at?.id ?? ABSENT_ID))
        .replace(':id', String(one.id ?? ABSENT_ID))
        .replace(':provider', 'social')
        .replace(':uid', ABSENT_TOKEN)
        .replace(':name', one.name ?? 'absent.png');
      const fields = {
        form_token: form.token,
        email: one.email ?? '',
        password: PASSWORD,
        password_confirmation: PASSWORD,
        reference: one.reference ?? '',
      };
      const cookie = [cookiesOf(visitor, at ?? this.world.a1).cookie, form.cookie].filter(Boolean).join('; ');
      return {
        method,
        path: one.token === undefined ? filled : `${filled}?token=${one.token}`,
        headers: { cookie, ...(method === 'POST' && FORM_HEADERS) },
        ...(method === 'POST' && { body: new URLSearchParams(fields).toString() }),
        sent: [one.token, one.email, one.reference, one.id, one.name]
          .filter((value) => value !== undefined)
          .map(String),
      };
    };
    const known = given.club !== null && given.club === at;
    return {
      name: `${method} ${path} of ${at?.name ?? 'no club'} with ${given.what} as ${visitor?.club.name ?? 'nobody'}`,
      kind: `${method} ${path} with ${kindOf(given)} as ${visitor?.club.name ?? 'nobody'}`,
      ...(at && given.club && visitor?.club === at && { of: relationOf(at, given.club) }),
      wire: ask(given),
      // A mailed link shows its customer to every visitor who has it.
      sees: visibleTo(at, visitor, known && given.email === undefined ? visitorOf(given.club, 2) : null),
      owners: ownersOf(at),
      ...(!known && { like: ask(absentOf(given)) }),
    };
  }

  /** The values for a page; none if it takes none. */
  private givenTo(path: string, at: At): Given[] {
    const clubs = Object.values(this.world);
    const page = path.slice(ROOT.length);
    const purpose = PURPOSES[page];
    if (purpose !== undefined) {
      return clubs.map((club) => {
        const token = purpose === 'confirm_contact' ? club.contactToken : club.members[2].tokens[purpose];
        return { what: `a link of ${club.name}`, token, club };
      });
    }
    if (page.startsWith('contests/')) {
      const unpublished = {
        what: 'an unpublished contest',
        id: this.world.a1.unpublishedContest.id,
        club: null,
      };
      return [
        ...clubs.map((club) => ({ what: `a draw of ${club.name}`, id: club.drawnContest.id, club })),
        unpublished,
      ];
    }
    if (page.startsWith('images/'))
      return clubs.map((club) => ({
        what: `a picture of ${club.name}`,
        name: `${club.image.fileKey.split('/')[1]}.png`,
        club,
      }));
    if (/^(membership\/)?content\//.test(page))
      return clubs.map((club) => ({ what: `a file of ${club.name}`, id: club.benefitFile.id, club }));
    if (page.startsWith('links/'))
      return clubs.map((club) => ({ what: `a ticket link of ${club.name}`, id: club.presaleLink.id, club }));
    if (page.startsWith('my-data/applications/'))
      return clubs.map((club) => ({
        what: `an application of ${club.name}`,
        id: club.application.id,
        club,
      }));
    // Each club has a provider of this name, and nobody is asked anything.
    if (/:(provider|uid)/.test(page)) return [{ what: 'nothing', club: null }];
    if (page.includes(':')) {
      const { a1 } = this.world;
      const reference = ABSENT_TOKEN;
      return [
        ...clubs.map((club) => ({ what: `a plan of ${club.name}`, id: club.gold.id, club })),
        ...clubs.map((club) => ({
          what: `a free plan of ${club.name}`,
          id: club.freePlan.id,
          club,
          reference,
        })),
        ...clubs.map((club) => {
          const { reference: earlier } = club.members[1];
          return { what: `an order of ${club.name}`, id: (at ?? club).freePlan.id, club, reference: earlier };
        }),
        { what: 'a deleted plan', id: a1.deletedPlan.id, club: null },
      ];
    }
    if (page === 'login' || page === 'password-reset') {
      return clubs.map((club) => ({
        what: `an address of ${club.name}`,
        email: club.members[2].customer.email!,
        club,
      }));
    }
    return [{ what: 'nothing', club: null }];
  }

  /** The cookies and the hidden fields of a form. */
  private async form(club: Club, visitor: Visitor | null): Promise<Form> {
    const http = new HttpClient(this.origin);
    const { text } = await http.get(`/fanclubs/${club.id}/password-reset`, {
      headers: cookiesOf(visitor, club),
    });
    const token = elements(text, 'input').find(({ name }) => name === 'form_token')?.value;
    return { token: token ?? '', cookie: http.cookies.header() ?? '' };
  }
}

/** The same kind of value of two foreign fan clubs is sent once. At an unknown fan club, all others are foreign. */
function onceForEachKind(values: readonly Given[], at: At): readonly Given[] {
  const sent = new Set<string>();
  return values.filter((given) => {
    const { club } = given;
    const kind = `${kindOf(given)} of ${club && (at === null ? 'foreign' : relationOf(at, club))}`;
    const isNew = !sent.has(kind);
    sent.add(kind);
    return isNew;
  });
}

/** What is given, without the name of its fan club. */
const kindOf = ({ what }: Given): string => what.replace(/ \w+$/, '');

function relationOf(at: Club, other: Club): string {
  if (at === other) return 'own';
  return at.organization === other.organization ? 'sibling' : 'foreign';
}

interface Form {
  readonly token: string;
  readonly cookie: string;
}

const FORM_HEADERS = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'null',
  'sec-fetch-site': 'same-origin',
};

/** The purposes of tokens in links to a page. */
const PURPOSES: Readonly<Record<string, string>> = {
  confirm: 'confirm_address',
  'confirm-contact': 'confirm_contact',
  'confirm-email': 'confirm_new_address',
  'recover-account': 'recover_account',
  'reset-password': 'reset_password',
};

/** The same with an unknown value. Of an order only the reference changes, because the plan must exist. */
function absentOf({ id, token, email, reference, name }: Given): Given {
  const earlier = reference !== undefined && reference !== ABSENT_TOKEN;
  return {
    what: 'absent',
    club: null,
    ...(id !== undefined && { id: earlier ? id : ABSENT_ID }),
    ...(token !== undefined && { token: ABSENT_TOKEN }),
    ...(email !== undefined && { email: ABSENT_EMAIL }),
    ...(reference !== undefined && { reference: ABSENT_TOKEN }),
    ...(name !== undefined && { name: `${'0'.repeat(64)}-${'0'.repeat(16)}.png` }),
  };
}
