import { Sealer } from '#libs/sealed';
import { ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { Forum, ForumGroup, ForumMember } from './forum.entity';

/** The API key of forums of samples. */
export const FORUM_KEY = 'the-api-key-of-a-forum-of-tests-0001';

interface OfForum {
  forum?: Forum;
  customer?: Customer;
}

const makers = makersOf({
  /** A forum in which members log in by DiscourseConnect. */
  async forum({
    apiKey = FORUM_KEY,
    ...overrides
  }: Partial<Forum> & { apiKey?: string } = {}): Promise<Forum> {
    const { n } = this.seed();
    return this.save(Forum, {
      fanclubId: await this.clubOf(overrides),
      name: `Forum ${n}`,
      url: `https://forum-${n}.example`,
      username: `admin_${n}`,
      apiKeySealed: new Sealer([ENCRYPTION_KEY]).seal(apiKey),
      applicationId: null,
      offAt: null,
      revision: 0,
      ranAt: null,
      checkedAt: null,
      changedAt: null,
      added: 0,
      removed: 0,
      failures: 0,
      failure: null,
      failingSince: null,
      nextAt: null,
      ...overrides,
    });
  },

  /** A group for everybody with an active membership. */
  async forumGroup({ forum, ...overrides }: OfForum & Partial<ForumGroup> = {}): Promise<ForumGroup> {
    const { n } = this.seed();
    const of = forum ?? (await this.forum(overrides));
    return this.save(ForumGroup, {
      fanclubId: of.fanclubId,
      forumId: of.id,
      name: `group_${n}`,
      planClass: null,
      groupNumber: n,
      fault: null,
      compareBegan: null,
      compareOffset: null,
      ...overrides,
    });
  },

  /** A member whom the service has put into a group. */
  async forumMember({
    forum,
    customer,
    ...overrides
  }: OfForum & Partial<ForumMember> = {}): Promise<ForumMember> {
    const { n, now } = this.seed();
    const at = forum ?? (await this.forum(overrides));
    return this.save(ForumMember, {
      fanclubId: at.fanclubId,
      forumId: at.id,
      groupNumber: n,
      customerId: (customer ?? (await this.customer({ fanclubId: at.fanclubId }))).id,
      userNumber: n,
      state: 'added',
      tries: 0,
      nextTryAt: now,
      seenAt: now,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends ForumMakers {}
  interface ClubRows {
    readonly forum: Forum;
  }
}
type ForumMakers = typeof makers;

export const samples: Samples = {
  makers,
  after: ['accounts', 'openid', 'plans'],
  async club({ given }) {
    const forum = await given.forum();
    await given.forumGroup({ forum });
    return { forum };
  },
  async member({ given, club: { forum }, member: { customer } }) {
    await given.forumMember({ forum, customer });
    return {};
  },
  async statements({ given, now }) {
    const forum = await given.forum();
    const compared = { forum, compareBegan: now, compareOffset: 0 };
    const { id: line, name, groupNumber: group } = await given.forumGroup(compared);
    const place = await given.forumMember({ forum, groupNumber: group! });
    const adding = await given.forumMember({ forum, groupNumber: group!, state: 'adding' });
    const unsent = await given.forumMember({ forum, groupNumber: group!, state: 'adding' });
    await given.forumMember({
      forum,
      groupNumber: group!,
      tries: 1,
      nextTryAt: new Date(now.getTime() + 1000),
    });
    const { customerId: customer, planId } = await given.subscription();
    const of = { forum: forum.id };
    const { revision } = forum;
    const users = [place.userNumber];
    return {
      'forums.changes': {
        ...of,
        application: null,
        plans: [planId],
        groups: [group],
        kept: [false],
        skipped: [],
      },
      'forums.delete_all_places': of,
      'forums.delete_places': { ...of, places: [place.id] },
      'forums.doubt_places': of,
      'forums.groups': of,
      'forums.has_refused': of,
      'forums.is_current': { ...of, revision },
      'forums.lose_group': { ...of, group },
      'forums.put_off': { ...of, place: place.id, nextTryAt: now },
      'forums.store_added': { ...of, places: [adding.id] },
      'forums.store_class_fault': { ...of, line, fault: null },
      'forums.store_compared': { ...of, group, offset: 500, fault: null },
      'forums.store_group': { ...of, revision, name, group, fault: null },
      'forums.store_missed': { ...of, group, began: new Date(now.getTime() + 1000) },
      'forums.store_not_added': { ...of, places: [unsent.id], nextTryAt: now },
      'forums.store_place': {
        ...of,
        revision,
        group,
        customer,
        user: 7,
        state: 'adding',
        tries: 0,
        nextTryAt: now,
      },
      'forums.store_run': {
        ...of,
        revision,
        checked: true,
        added: 1,
        removed: 0,
        failure: null,
        nextAt: null,
      },
      'forums.store_seen': { ...of, group, users },
      'forums.to_run': of,
    };
  },
  staff: {
    'GET /fanclubs/:fanclubId/plan_classes': { permission: 'forums.read' },
    'GET /fanclubs/:fanclubId/forums': { permission: 'forums.read' },
    'GET /fanclubs/:fanclubId/forums/:id': {
      permission: 'forums.read',
      request: ({ club }) => ({ params: { id: club.forum.id } }),
    },
    'POST /fanclubs/:fanclubId/forums': {
      permission: 'forums.write',
      proof: true,
      audits: 'forum',
      request: ({ n }) => ({
        body: {
          name: `New forum ${n}`,
          url: `https://new-forum-${n}.example`,
          api_key: 'a-key',
          username: 'admin',
          groups: [{ name: 'members' }],
        },
      }),
    },
    'PATCH /fanclubs/:fanclubId/forums/:id': {
      permission: 'forums.write',
      proof: true,
      audits: 'forum',
      async request({ given, n }) {
        const { id } = await given.forum();
        return { params: { id }, ifMatch: true, body: { name: `Board ${n}`, groups: [{ name: 'fans' }] } };
      },
    },
    'DELETE /fanclubs/:fanclubId/forums/:id': {
      permission: 'forums.write',
      proof: true,
      audits: 'forum',
      request: async ({ given }) => ({ params: { id: (await given.forum()).id } }),
    },
    'POST /fanclubs/:fanclubId/forums/:id/test': {
      permission: 'forums.write',
      changes: false,
      // Nothing is asked: the address is not public.
      request: async ({ given }) => ({
        params: { id: (await given.forum({ url: 'https://127.0.0.1:1' })).id },
      }),
    },
  },
  limitedColumns: [
    'Forum.apiKeySealed',
    'Forum.failure',
    'ForumGroup.fault',
    'ForumGroup.planClass',
    'ForumMember.state',
  ],
  notAsked: {
    'forums.store_place': 'no combination of its parameters that is tried finds a forum of another fan club',
  },
  notFromCatalogue: ['forums', 'forum_groups', 'forum_members'],
};
