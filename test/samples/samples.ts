import type { Customer } from '#domains/accounts/customer.entity';
import type { Audience, ClubName, CustomerNumber } from '../tenants/canaries';
import type { ClubRows, Given, MemberRows } from './index';

/** What the generated suites need of a folder; its `<folder>.samples.ts` exports it as `samples`. */
export interface Samples {
  /** How its rows are made: each becomes a method of {@link Given}. Every entity of the folder is made by one. */
  readonly makers?: object;
  /** How a maker is called that needs arguments to fill all of its tables. */
  readonly examples?: Readonly<Record<string, (given: Given) => Promise<unknown>>>;
  /** Text columns that take no canary: their values are limited, or no answer shows them. As `Contest.timeZone`. */
  readonly limitedColumns?: readonly string[];
  /** Tables in which a refused request may leave a record. */
  readonly recordsRefusals?: readonly string[];

  /** The folders whose rows are made before those of this one. */
  readonly after?: readonly string[];
  /** Makes what a fan club has of it. Returns what requests name. */
  club?(scene: Scene): Promise<Partial<ClubRows>>;
  /** Makes what one customer has of it. Returns what requests name. */
  member?(scene: MemberScene): Promise<Partial<MemberRows>>;

  /** Its routes, as `GET /contests/:id`. One that takes neither an id nor a body needs no entry. */
  readonly routes?: Readonly<Record<string, RouteSample>>;
  /** The places of its requests that name something. Every id in a path is one. */
  positions?(places: Places): Position[];

  /**
   * Its statements without whose tenant filters the tenant matrix finds no fault: they also name an id that was found in the fan club
   * just before. Each with whose id that is.
   */
  readonly filteredById?: Readonly<Record<string, string>>;
  /** The same, because other statements stop what they would let through; each with those. */
  readonly guardedBy?: Readonly<Record<string, readonly string[]>>;
  /** Its statements that no request of the tenant matrix sends, and who does. */
  readonly notAsked?: Readonly<Record<string, string>>;
}

/** A fan club of the generated suites, with what the samples make there. */
export interface Club extends ClubRows {
  readonly name: ClubName;
  readonly id: number;
  readonly organization: number;
  readonly key: string;
  /** Of the organization that owns the club. */
  readonly organizationKey: string;
  /** The app secret of its identity provider. */
  readonly secret: string;
  readonly members: Readonly<Record<CustomerNumber, Member>>;
  /** What the identity provider says about a person, signed; with the club's secret unless another is given. */
  claim(uid: string, secret?: string): string;
}

/** A customer of the club, with what the samples make. The third one has no subscription. */
export interface Member extends MemberRows {
  readonly customer: Customer;
}

/** A fan club in the making. Rows belong to it without being told. */
export interface Scene {
  readonly given: Given;
  /** With what the folders named in `after` have made; no members yet. */
  readonly club: Club;
  readonly now: Date;
  /** Says who may see the rows that are made next. To be called before the first one. */
  of(audience: Audience): Promise<void>;
  /** A text that such an audience may see. */
  textFor(audience: Audience): string;
  /** The Cookie header's value for a session. */
  cookieOf(token: string): string;
}

/** A customer in the making. Rows that are made are for this customer alone. */
export interface MemberScene extends Scene {
  readonly number: CustomerNumber;
  /** With what the folders named in `after` have made. */
  readonly member: Member;
}

/** What a parameter means, and so which bad values are tried in it. */
export type Kind = 'text' | 'email' | 'date' | 'id' | 'number' | 'password' | 'flag' | 'object' | 'signed';

/** Who sends a request: nobody, a customer, or somebody who bought a free plan and has yet to register. */
export type Sender = 'nobody' | 'customer' | 'buyer';

/** What a request names besides its route; `params` stand in the path. */
export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** The customer who is recognized by what the request says, be there a session or not. */
  readonly proves?: CustomerNumber;
}

/** How the generated suites call a route. */
export interface RouteSample {
  /** Parameters of the query. */
  readonly query?: Readonly<Record<string, Kind>>;
  /** Fields of the body; those inside others with dots. */
  readonly fields?: Readonly<Record<string, Kind>>;
  /** Who has most to tell or to change there; `customer` if left out, `nobody` for routes of partners. */
  readonly sender?: Sender;
  /**
   * A good request about what the first member of the club has.
   * @param n differs from request to request, for what must not occur twice
   * @param field the field of the body that a bad value will replace; empty for none
   */
  readonly request?: (club: Club, n: number, field: string) => Input;
  /** What the tenant matrix asks for, where that is more telling than {@link request}. */
  readonly matrix?: (club: Club) => Input;
  /** How many statements a GET may send for a logged-in customer; 1 if left out. */
  readonly statements?: number;
  /** Why the route is served, where the specification of the API does not have it. */
  readonly beyondSpecification?: string;
}

/** A value for a position, and who may tell it from one that does not exist: everybody, one customer, or nobody. */
export interface Value {
  readonly what: string;
  readonly value: string | number;
  readonly for: 'everybody' | 'nobody' | CustomerNumber;
}

/** A place in a request that names something of somebody's. */
export interface Position {
  readonly route: string;
  /** What it names. */
  readonly what: string;
  /** The request of the first customer of club a1, with the value. */
  input(value: string | number): Input;
  readonly values: readonly Value[];
  readonly absent: string | number;
  /** Whether a customer who has not registered yet asks besides the others. */
  readonly newcomer?: boolean;
  /** Whether the value proves who is asking. */
  readonly proves?: boolean;
}

/** Makes the {@link Position}s of the tenant matrix, whose club a1 asks; a2 is a sibling, b1 of another organization. */
export interface Places {
  readonly a1: Club;
  readonly a2: Club;
  readonly b1: Club;
  readonly absentEmail: string;
  readonly absentName: string;
  readonly absentId: number;
  /** Of each club one: the own one for everybody or for a customer, the others for nobody. */
  ofClubs(what: (club: Club) => string | number, own?: Value['for']): Value[];
  /** Of the first two customers of each club one: the own ones for everybody or for their owner. */
  ofMembers(what: (member: Member) => string | number, everybody?: boolean): Value[];
  /** One that nobody may tell from an absent one. */
  hidden(what: string, value: string | number): Value;
  inPath(route: string, what: string, values: Value[]): Position;
  inQuery(route: string, name: string, values: Value[], absent: string | number): Position;
  inBody(
    route: string,
    what: string,
    values: Value[],
    absent: string | number,
    body: (value: string | number) => object,
    more?: Partial<Position>,
  ): Position;
}
