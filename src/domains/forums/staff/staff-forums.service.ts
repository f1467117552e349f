import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type FieldProblem, pointerTo, Problem } from '#libs/problem';
import { refusalOf } from '#libs/public-fetch';
import { Sealer } from '#libs/sealed';
import { parsedUrl } from '#libs/validation';
import { violatedUnique } from '#platform/database';
import {
  type ClubChange,
  type ClubRows,
  conflict,
  differences,
  etagOf,
  type ListPage,
  type ListQuery,
  pageOf,
  PROBLEMS,
  requireMatch,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { Receivers } from '#platform/webhooks';
import { OidcApplication } from '#domains/openid/application.entity';
import { Forum, ForumGroup } from '../forum.entity';
import { classesOf } from '../forum-groups.rules';
import { COUNT_PLACES, DELETE_ALL_PLACES, DOUBT_PLACES, PLANS } from '../forums.queries';
import type { ClassesOfPlans } from './dto/forum.answers';
import type { ForumChange, GroupBody, NewForum } from './dto/forum.bodies';
import { forumShown, settingsShown } from './forum.serializer';

/** The most forums of a fan club. Each is asked every minute. */
const MOST_FORUMS = 5;

/** Clears what runs with the former settings met. */
const FRESH = { failure: null, failingSince: null, failures: 0, nextAt: null };

/** The forums of a fan club whose groups follow memberships. Their API keys are never shown. */
@Injectable()
export class StaffForumsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sealer: Sealer,
    private readonly receivers: Receivers,
    private readonly clock: Clock,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const shown = await this.work.read(viewer, async (club) => {
      const counts = await countsOf(club);
      const groups = await club.find(ForumGroup);
      const rows = await club.find(Forum);
      return rows.map((row) =>
        forumShown(
          row,
          groups.filter(({ forumId }) => forumId === row.id),
          counts,
        ),
      );
    });
    return pageOf(shown, query, ({ name, url }) => [name, url]);
  }

  /** The classes of plans that a group can be for. */
  classes(viewer: StaffViewer): Promise<ClassesOfPlans> {
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => ({
      data: classesOf(await statements.rows(PLANS, { fanclub })),
    }));
  }

  /** @throws Problem (404) */
  one(viewer: StaffViewer, id: number): Promise<StaffAnswer> {
    return this.work.read(viewer, (club) => answerOf(club, id));
  }

  /** @throws Problem (409, 422) */
  create(viewer: StaffViewer, body: NewForum): Promise<StaffAnswer> {
    const { name, username, api_key: key, application_id: applicationId = null, groups = [] } = body;
    const url = this.storedUrl(body.url);
    return this.work.change(viewer, async (change) => {
      await requireKnown(change, { applicationId, groups });
      if ((await change.find(Forum)).length >= MOST_FORUMS)
        throw conflict(`A fan club has at most ${MOST_FORUMS} forums.`);
      const values = { name, url, username, apiKeySealed: this.sealer.seal(key), applicationId };
      const id = await unlessTaken(change.insert(Forum, values));
      await replaceGroups(change, id, groups);
      const after = await settingsOf(change, id);
      change.audit({ action: 'forum.created', subject: { type: 'forum', id }, after });
      const location = `/staff/api/fanclubs/${change.fanclubId}/forums/${id}`;
      return answerOf(change, id, { status: 201, location });
    });
  }

  /** Changes a forum. At another address there is another forum, of which nothing is known. @throws Problem (404, 409, 412, 422, 428) */
  change(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    body: ForumChange,
  ): Promise<StaffAnswer> {
    const url = body.url === undefined ? undefined : this.storedUrl(body.url);
    return this.work.change(viewer, async (change) => {
      const row = await change.lock(Forum, id);
      const before = await settingsOf(change, id);
      requireMatch(version, before);
      const { name, username, api_key: key, application_id: applicationId, groups, enabled } = body;
      await requireKnown(change, { applicationId, groups }, before.groups);
      const isMoved = url !== undefined && url !== row.url;
      // Otherwise who changes the address would get the key.
      if (isMoved && key === undefined) throw refused('must be entered again for another address', 'api_key');
      const isSwitched = enabled !== undefined && enabled !== before.enabled;
      const changed = {
        ...{ ...FRESH, revision: row.revision + 1 },
        ...{ name, url, username, applicationId },
        ...(key !== undefined && { apiKeySealed: this.sealer.seal(key) }),
        ...(isSwitched && { offAt: enabled ? null : this.clock.now() }),
      };
      await unlessTaken(change.update(Forum, id, changed));
      const ids = { fanclub: change.fanclubId, forum: id };
      if (isMoved) await change.statements.run(DELETE_ALL_PLACES, ids);
      // Other accounts may be those of the members there.
      else if (applicationId !== undefined && applicationId !== row.applicationId)
        await change.statements.run(DOUBT_PLACES, { ...ids, now: this.clock.now() });
      if (groups !== undefined || isMoved)
        await replaceGroups(change, id, groups ?? before.groups, { isMoved });
      const facts = differences(before, await settingsOf(change, id));
      const isRekeyed = key !== undefined && { api_key: 'changed' };
      const after = { ...facts.after, ...isRekeyed };
      change.audit({ action: 'forum.changed', subject: { type: 'forum', id }, ...facts, after });
      return answerOf(change, id);
    });
  }

  /** Deletes a forum with its key. Members stay in its groups. @throws Problem (404) */
  delete(viewer: StaffViewer, id: number): Promise<void> {
    return this.work.change(viewer, async (change) => {
      await change.lock(Forum, id);
      const before = await settingsOf(change, id);
      await change.remove(Forum, id);
      change.audit({ action: 'forum.deleted', subject: { type: 'forum', id }, before });
    });
  }

  /** The address without a slash at its end. @throws Problem (422) */
  private storedUrl(text: string): string {
    const refusal = refusalOf(text, this.receivers.allowsLoopback);
    if (refusal !== null) throw refused(refusal, 'url');
    const { origin, pathname, search, hash } = parsedUrl(text)!;
    if (search !== '' || hash !== '') throw refused('must be the address of the forum alone', 'url');
    return origin + pathname.replace(/\/+$/, '');
  }
}

const refused = (detail: string, ...path: readonly (string | number)[]): Problem =>
  new Problem(PROBLEMS.invalid, { errors: [{ pointer: pointerTo(...path), detail }] });

const groupsOf = (club: ClubRows, forumId: number): Promise<ForumGroup[]> =>
  club.find(ForumGroup, { forumId });

const countsOf = ({ statements, fanclubId: fanclub }: ClubRows) => statements.rows(COUNT_PLACES, { fanclub });

const settingsOf = async (club: ClubRows, id: number) =>
  settingsShown(await club.one(Forum, id), await groupsOf(club, id));

async function answerOf(club: ClubRows, id: number, head: StaffAnswer['head'] = {}): Promise<StaffAnswer> {
  const row = await club.one(Forum, id);
  const groups = await groupsOf(club, id);
  const shown = forumShown(row, groups, await countsOf(club));
  return new StaffAnswer(shown, { ...head, etag: etagOf(settingsShown(row, groups)) });
}

/** @param present lines that stay as they are, also if their plan has another name now @throws Problem (422) for each field that names what the fan club does not have */
async function requireKnown(
  club: ClubRows,
  {
    applicationId,
    groups = [],
  }: { applicationId?: number | null | undefined; groups?: readonly GroupBody[] | undefined },
  present: readonly GroupBody[] = [],
): Promise<void> {
  const plans = await club.statements.rows(PLANS, { fanclub: club.fanclubId });
  const classes = classesOf(plans).map((one) => one.class);
  const isPresent = ({ name, plan_class: wanted }: GroupBody) =>
    present.some((line) => line.name === name && line.plan_class === wanted);
  const errors: FieldProblem[] = groups.flatMap((line, at) =>
    typeof line.plan_class !== 'string' || classes.includes(line.plan_class) || isPresent(line)
      ? []
      : [{ pointer: pointerTo('groups', at, 'plan_class'), detail: 'is not the class of a plan' }],
  );
  if (
    typeof applicationId === 'number' &&
    !(await club.find(OidcApplication)).some(({ id }) => id === applicationId)
  )
    errors.push({ pointer: pointerTo('application_id'), detail: 'is not an application of the fan club' });
  if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
}

/** Makes the groups those of `wanted`. One that the forum has found stays found, unless it is another forum. */
async function replaceGroups(
  change: ClubChange,
  forumId: number,
  wanted: readonly GroupBody[],
  { isMoved = false } = {},
): Promise<void> {
  const present = await groupsOf(change, forumId);
  const isSame = (row: ForumGroup, { name, plan_class: planClass = null }: GroupBody) =>
    row.name === name && row.planClass === planClass;
  const kept = isMoved ? [] : present.filter((row) => wanted.some((group) => isSame(row, group)));
  for (const row of present) if (!kept.includes(row)) await change.remove(ForumGroup, row.id);
  for (const group of wanted) {
    if (kept.some((row) => isSame(row, group))) continue;
    const { name, plan_class: planClass = null } = group;
    const known = isMoved ? undefined : present.find((row) => row.name === name);
    const { groupNumber = null, fault = null } = known ?? {};
    // The fault of a class is that of a line, not of its group.
    const row = { forumId, name, planClass, groupNumber, fault: fault === 'unknown_class' ? null : fault };
    await change.insert(ForumGroup, row);
  }
}

/** @throws Problem (409) */
async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const violated = violatedUnique(error);
    if (violated === 'uq_forums_fanclub_name') throw conflict('There is a forum of this name already.');
    if (violated === 'uq_forums_fanclub_url') throw conflict('This forum is connected already.');
    throw error;
  });
}
