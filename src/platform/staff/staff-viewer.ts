import type { Asker, RequestSource } from '#platform/audit';
import { type Permission, type Reach, reachOf, type Role } from './permissions';

/** A logged-in person of the staff. */
export interface StaffPerson {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** A live session of staff. */
export interface StaffVisit {
  readonly sessionId: number;
  readonly person: StaffPerson;
  /** When the person last proved a factor. */
  readonly provedAt: Date;
}

/** What the path of a request names: a fan club, or an organization as a whole. */
export interface Scope {
  readonly organizationId: number;
  /** Null: the organization as a whole. */
  readonly fanclubId: number | null;
}

/** The person of the staff who sends a request about a fan club or an organization, with the roles that they have there. */
export class StaffViewer implements StaffVisit {
  constructor(
    visit: StaffVisit,
    readonly scope: Scope,
    readonly roles: readonly Role[],
    readonly source: RequestSource,
  ) {
    this.sessionId = visit.sessionId;
    this.person = visit.person;
    this.provedAt = visit.provedAt;
  }

  readonly sessionId: number;
  readonly person: StaffPerson;
  readonly provedAt: Date;

  /** The fan club. @throws Error on routes about organizations */
  get fanclubId(): number {
    if (this.scope.fanclubId === null) throw new Error('the path names no fan club');
    return this.scope.fanclubId;
  }

  /** How far the permission reaches with the person's roles; null without it. */
  reach(permission: Permission): Reach | null {
    // The organization as a whole is for its owners.
    const roles = this.roles.filter((role) => this.scope.fanclubId !== null || role === 'owner');
    return reachOf(roles, permission);
  }

  /** The origin of security events. */
  get asker(): Asker {
    const { fanclubId } = this.scope;
    return {
      fanclub: fanclubId === null ? null : { id: fanclubId },
      actor: { kind: 'staff', id: this.person.id },
      source: this.source,
    };
  }
}
