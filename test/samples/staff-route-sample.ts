import type { StoredFile } from '../../src/platform/files';
import type { Permission } from '../../src/platform/staff/permissions';
import type { Club, Given } from './index';

/**
 * How the generated suites call a route for staff. Each route below `/staff/api` needs one, in the list `staff` of its folder's
 * samples, under its method and its path below `/staff/api`:
 *
 * ```ts
 * staff: {
 *   'GET /fanclubs/:fanclubId/events': { permission: 'events.read' },
 *   'GET /fanclubs/:fanclubId/events/:id': {
 *     permission: 'events.read',
 *     request: ({ club }) => ({ params: { id: club.event.id } }),
 *   },
 *   'PATCH /fanclubs/:fanclubId/events/:id': {
 *     permission: 'events.write',
 *     audits: 'event',
 *     ids: ['links.plan_ids'],
 *     request: ({ club, n }) => ({
 *       params: { id: club.event.id },
 *       ifMatch: true,
 *       body: { title: `Oslo ${n}`, links: [{ name: 'Presale', plan_ids: [club.gold.id] }] },
 *     }),
 *   },
 * }
 * ```
 *
 * The suites send the request for each role, each kind of session and each fan club; with rows of other fan clubs; and with
 * unknown ids. From the database they read which rows were changed and recorded. Rows are restored after each request.
 */
export interface StaffRouteSample {
  /** What a person needs; `self`: only a session, `open`: not even that. It repeats the handler's declaration on purpose. */
  readonly permission: Permission | 'self' | 'open';
  /** Whether the person must have proved a factor in the last minutes. */
  readonly proof?: boolean;
  /**
   * The `subject_type` of the rows that a success adds to the record of changes. Every route with a permission needs it, except
   * GET and those with `changes: false`. On a GET: it shows personal data, and that is recorded.
   */
  readonly audits?: string;
  /** False: the route changes nothing although its method is not GET, such as a preview. */
  readonly changes?: false;
  /**
   * A request that succeeds for an owner, about rows of `club`. The path's `fanclubId` and `organizationId` are filled in. By
   * default a request without body.
   */
  readonly request?: (scene: StaffRequestScene) => StaffInput | Promise<StaffInput>;
  /**
   * The fields of the query and the body that contain ids of rows, nested ones with dots; a list stands for each of its members.
   * For a CSV file the headings of its columns with ids.
   * Every parameter in the path is one, too. The suites put ids of other fan clubs and unknown ones there.
   */
  readonly ids?: readonly string[];
}

/** What a {@link StaffRouteSample} makes its request from. */
export interface StaffRequestScene {
  /** The fan club with the rows of all samples, of which `club.owner` is the owner of the organization. */
  readonly club: Club;
  /** Makes rows that only this request needs, for the club. They are removed after the request. */
  readonly given: Given;
  /** Differs between requests, for values that must be unique. */
  readonly n: number;
  /** The time of the test's clock. */
  readonly now: Date;
  /** The person who will send the request; each has the tests' password and authenticator app. */
  readonly person: { readonly id: number; readonly email: string };
  /** The origin of the staff's pages. */
  readonly origin: string;
  /** Seals a secret as the service does. */
  readonly seal: (secret: string) => string;
  /** Stores a file of the club with this content, as an upload does. */
  store(content: string): Promise<StoredFile>;
  /** Sends another request of this person first and returns the body of the answer. The path is below `/staff/api`. */
  post(path: string, body: object): Promise<ReturnType<typeof JSON.parse>>;
}

/** A request to a route for staff. */
export interface StaffInput {
  /** The parameters of the path beside `fanclubId` and `organizationId`. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** Sent as `text/csv` instead of a body. */
  readonly csv?: string;
  /** Sent as `application/octet-stream` instead of a body. */
  readonly file?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the ETag of the same path, read before by an owner, is sent as `If-Match`. */
  readonly ifMatch?: boolean;
}
