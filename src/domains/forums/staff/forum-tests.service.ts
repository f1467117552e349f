import { Injectable } from '@nestjs/common';
import { StaffLimits, StaffWorkService, type StaffViewer } from '#platform/staff';
import { type DiscourseApi, DiscourseClient } from '../discourse-client';
import { Forum, ForumGroup } from '../forum.entity';
import { FAILURES, ForumFailure } from '../forum-failure';
import type { ForumTest } from './dto/forum.answers';
import { groupProblem } from './forum.serializer';

/** Milliseconds for a test. */
const LONGEST = 20_000;

/** No member has this number. */
const NOBODY = 0;

/** Tries forums, without changing a group. */
@Injectable()
export class ForumTestsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly client: DiscourseClient,
    private readonly limits: StaffLimits,
  ) {}

  /** Looks up an account and all groups. @throws Problem (404, 429) */
  async test(viewer: StaffViewer, id: number): Promise<ForumTest> {
    const { person, source, asker } = viewer;
    await this.limits.count('preview', String(person.id), source, asker.actor);
    const { forum, groups } = await this.work.read(viewer, async (club) => ({
      forum: await club.one(Forum, id),
      groups: await club.find(ForumGroup, { forumId: id }),
    }));
    const signal = AbortSignal.timeout(LONGEST);
    try {
      const problem = await problemOf(this.client.of(forum, signal), groups);
      return { works: problem === null, problem };
    } catch (error) {
      if (error instanceof ForumFailure) return { works: false, problem: FAILURES[error.code] };
      if (signal.aborted) return { works: false, problem: FAILURES.timeout };
      throw error;
    }
  }
}

/** What is wrong with the groups. Null: nothing. @throws ForumFailure */
async function problemOf(api: DiscourseApi, groups: readonly ForumGroup[]): Promise<string | null> {
  await api.account(NOBODY);
  for (const name of new Set(groups.map((group) => group.name))) {
    const found = await api.group(name);
    const fault = found === null ? 'unknown_group' : found.isAutomatic ? 'automatic_group' : null;
    if (fault !== null) return groupProblem(name, fault);
  }
  return null;
}
