import type { Customer } from '#domains/accounts/customer.entity';
import type { JsonObject } from '../support/catalogues';
import type { Audience, ClubName, CustomerNumber } from '../tenants/canaries';
import type { ClubRows, Given, MemberRows } from './index';
import type { StaffRouteSample } from './staff-route-sample';

/** A folder's part of the generated suites; `<folder>.samples.ts` exports it as `samples`. */
export interface Samples {
  /** The makers of its rows, which become methods of {@link Given}. Each entity of the folder needs one. */
  readonly makers?: object;
  /** Calls of makers that need arguments to fill all of their tables. */
  readonly examples?: Readonly<Record<string, (given: Given) => Promise<unknown>>>;
  /** Text columns without a canary, such as `Contest.timeZone`: their values are limited, or no answer shows them. */
  readonly limitedColumns?: readonly string[];
  /** Tables in which a refused request may leave a record. */
  readonly recordsRefusals?: readonly string[];

  /** The folders whose rows are made before those of this one. */
  readonly after?: readonly string[];
  /** Makes the folder's rows of a fan club. Returns the ids and values that requests name. */
  club?(scene: Scene): Promise<Partial<ClubRows>>;
  /** Makes the folder's rows of one customer. Returns the ids and values that requests name. */
  member?(scene: MemberScene): Promise<Partial<MemberRows>>;

  /** Its routes, as `GET /contests/:id`. A route without ids and body needs no entry. */
  readonly routes?: Readonly<Record<string, RouteSample>>;
  /** The positions of its requests that name an object. Every id in a path is one. */
  positions?(places: Places): Position[];
  /** Its routes for staff, as `GET /fanclubs/:fanclubId/events`, below `/staff/api`; see {@link StaffRouteSample}. */
  readonly staff?: Readonly<Record<string, StaffRouteSample>>;

  /**
   * Statements that requests send and whose tenant filters are redundant there, since they also name an id that was found in the fan club
   * just before. Each with the owner of that id.
   */
  readonly filteredById?: Readonly<Record<string, string>>;
  /** Statements whose tenant filters are redundant because other statements refuse first; each with those. */
  readonly guardedBy?: Readonly<Record<string, readonly string[]>>;
  /**
   * Makes rows in states that only jobs, staff and purchases meet, and returns the parameters of statements that find them. Only
   * needed if test/contract/tenants-of-statements does not find them in the other rows.
   */
  statements?(scene: StatementScene): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
  /** Statements that return rows of any fan club by intention, each with the reason. */
  readonly acrossFanclubs?: Readonly<Record<string, string>>;
  /** Statements of a fan club whose tenant filters cannot be tested, each with the reason. */
  readonly notAsked?: Readonly<Record<string, string>>;

  /** Every field that the folder adds to catalogue files: of the fan club, and of a customer. */
  readonly catalogue?: { readonly fanclub?: JsonObject; readonly customer?: JsonObject };
  /** Its tables, and single columns as `table.column`, that no catalogue fills. */
  readonly notFromCatalogue?: readonly string[];
}

/** A fan club of the generated suites, with the samples' rows. */
export interface Club extends ClubRows {
  readonly name: ClubName;
  readonly id: number;
  readonly organization: number;
  readonly key: string;
  /** The key of the organization that owns the club. */
  readonly organizationKey: string;
  /** The app secret of its identity provider. */
  readonly secret: string;
  readonly members: Readonly<Record<CustomerNumber, Member>>;
  /** A signed request of the identity provider about a person; by default with the club's secret. */
  claim(uid: string, secret?: string): string;
}

/** A customer of the club, with the samples' rows. The third one has no subscription. */
export interface Member extends MemberRows {
  readonly customer: Customer;
}

/** A fan club during its creation. New rows belong to it by default. */
export interface Scene {
  readonly given: Given;
  /** With the rows of the folders in `after`; no members yet. */
  readonly club: Club;
  readonly now: Date;
  /** Sets the audience of the rows that are made next. Call it before the first one. */
  of(audience: Audience): Promise<void>;
  /** A text that such an audience may see. */
  textFor(audience: Audience): string;
  /** The Cookie header's value for a session. */
  cookieOf(token: string): string;
}

/** A fan club with all rows, from which another one asks for statements. */
export interface StatementScene extends Pick<Scene, 'given' | 'now'> {
  /** The owner of new rows. */
  readonly club: Club;
  /** The fan club in the parameter `fanclub`, which must not affect them. */
  readonly asking: Club;
}

/** A customer during their creation. New rows are visible to this customer only. */
export interface MemberScene extends Scene {
  readonly number: CustomerNumber;
  /** With the rows of the folders in `after`. */
  readonly member: Member;
}

/** The meaning of a parameter, which decides the bad values to try. */
export type Kind = 'text' | 'email' | 'date' | 'id' | 'number' | 'password' | 'flag' | 'object' | 'signed';

/** The sender of a request: a visitor, a customer, or an unregistered buyer of a free plan. */
export type Sender = 'nobody' | 'customer' | 'buyer';

/** The objects that a request names besides its route; `params` are those in the path. */
export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** The customer whom the request itself identifies, with or without a session. */
  readonly proves?: CustomerNumber;
}

/** How the generated suites call a route. */
export interface RouteSample {
  /** Parameters of the query. */
  readonly query?: Readonly<Record<string, Kind>>;
  /** Fields of the body; nested ones with dots. */
  readonly fields?: Readonly<Record<string, Kind>>;
  /** The sender with the most rights there; `customer` by default, `nobody` for routes of partners. */
  readonly sender?: Sender;
  /**
   * A valid request about the rows of the club's first member.
   * @param n differs between requests, for values that must be unique
   * @param field the field of the body that a bad value will replace; empty for none
   */
  readonly request?: (club: Club, n: number, field: string) => Input;
  /** The input for the tenant matrix, if it finds more than {@link request}. */
  readonly matrix?: (club: Club) => Input;
  /** The maximum of statements of a GET by a logged-in customer; 1 by default. */
  readonly statements?: number;
  /** The maximum of statements of a GET by a visitor without a session; 0 by default, as published content is cached. */
  readonly visitorStatements?: number;
  /** The reason for the route, if docs/contract.md does not contain it. */
  readonly beyondContract?: string;
}

/** A value for a position, and who may distinguish it from an unknown one. */
export interface Value {
  readonly what: string;
  readonly value: string | number;
  readonly for: Audience;
}

/** A position in a request that can name an object of another club or customer. */
export interface Position {
  readonly route: string;
  /** The kind of object. */
  readonly what: string;
  /** The request of the first customer of club a1, with the value. */
  input(value: string | number): Input;
  readonly values: readonly Value[];
  readonly absent: string | number;
  /** Whether to send it as an unregistered customer as well. */
  readonly newcomer?: boolean;
  /** Whether the value identifies the sender. */
  readonly proves?: boolean;
}

/**
 * Makes the {@link Position}s of the tenant matrix. Its requests go to club a1; a2 belongs to the same organization, b1 to
 * another.
 */
export interface Places {
  readonly a1: Club;
  readonly a2: Club;
  readonly b1: Club;
  readonly absentEmail: string;
  readonly absentName: string;
  readonly absentId: number;
  /** One value of each club. All visitors, or an audience, may see the value of club a1; no one may see the others. */
  ofClubs(what: (club: Club) => string | number, own?: Value['for']): Value[];
  /**
   * One value of each club's first two customers. All visitors, or the owner, may see those of club a1; no one may see the
   * others.
   */
  ofMembers(what: (member: Member) => string | number, everybody?: boolean): Value[];
  /** A value that must look like an unknown one to every caller. */
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
