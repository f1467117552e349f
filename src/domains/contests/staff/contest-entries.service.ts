import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { Problem } from '#libs/problem';
import { violatedUnique } from '#platform/database';
import {
  type ClubChange,
  type ClubRows,
  initial,
  type ListPage,
  type ListQuery,
  PROBLEMS,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
  conflict,
  notFound,
  invalidRequest,
} from '#platform/staff';
import { Staff } from '#platform/staff/people/staff.entity';
import { ContestEntry, ContestExclusion, Contest } from '../contest.entity';
import type { ExclusionBody } from './dto/exclusion.body';
import type { EntryOfContest } from './dto/entry.answers';

const SORT: Readonly<Record<string, string>> = {
  id: 'entry.id',
  entered_at: 'entry.enteredAt',
  last_name: 'entry.lastName',
};

/** The entries of contests, and which of them are excluded from the draw. */
@Injectable()
export class ContestEntriesService {
  constructor(private readonly work: StaffWorkService) {}

  /** A page of entries, which is recorded unless it is masked. @throws Problem (400, 403 for a search of names that are masked, 404) */
  async list(viewer: StaffViewer, contestId: number, query: ListQuery): Promise<ListPage<EntryOfContest>> {
    const masked = viewer.reach('entries.read') !== 'full';
    if (masked && (query.q !== null || query.sort.field === 'last_name')) {
      throw new Problem(PROBLEMS.notAllowed, { detail: 'Your role does not see the names.' });
    }
    const shown = await this.work.read(viewer, async (rows) => {
      await rows.one(Contest, contestId);
      const found = entriesOf(rows, contestId, query);
      const { page, perPage, sort } = query;
      const total = await found.getCount();
      found.orderBy(SORT[sort.field], sort.descending ? 'DESC' : 'ASC', 'NULLS LAST');
      // A column that is named twice is sorted by the second direction.
      if (sort.field !== 'id') found.addOrderBy('entry.id', 'ASC');
      const entries = await found
        .offset((page - 1) * perPage)
        .limit(perPage)
        .getMany();
      const exclusionOf = await exclusionsOf(rows, entries);
      return { data: entries.map((entry) => shapeOf(entry, exclusionOf(entry.id), masked)), total };
    });
    const entry = { action: 'entries.listed', subject: { type: 'contest', id: contestId } } as const;
    return masked ? shown : this.work.recordList(viewer, entry, query, shown);
  }

  /** Excludes an entry. @throws Problem (404, 409, 422) */
  exclude(
    viewer: StaffViewer,
    contestId: number,
    { entry_id: entryId, reason }: ExclusionBody,
  ): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      await requireOpen(change, contestId);
      const entry = await this.entryOf(change, contestId, entryId);
      if (!entry) {
        const errors = [{ pointer: '#/entry_id', detail: 'is no entry of this contest' }];
        throw new Problem(PROBLEMS.invalid, { errors });
      }
      await change
        .insert(ContestExclusion, { entryId, reason, staffId: viewer.person.id })
        .catch((error: unknown) => {
          if (violatedUnique(error) === null) throw error;
          throw conflict('The entry is excluded already.');
        });
      change.audit({
        action: 'entry.excluded',
        subject: { type: 'contest_entry', id: entryId },
        customerId: entry.customerId,
        after: { reason },
      });
      return new StaffAnswer({ entry_id: entryId, reason }, { status: 201 });
    });
  }

  /** Ends an exclusion. @throws Problem (404, 409) */
  include(viewer: StaffViewer, contestId: number, entryId: number | null): Promise<void> {
    return this.work.change(viewer, async (change) => {
      await requireOpen(change, contestId);
      const entry = entryId === null ? null : await this.entryOf(change, contestId, entryId);
      const [exclusion] = entry ? await change.find(ContestExclusion, { entryId: entry.id }) : [];
      if (!entry || !exclusion) throw notFound();
      await change.remove(ContestExclusion, exclusion.id);
      change.audit({
        action: 'entry.included',
        subject: { type: 'contest_entry', id: entry.id },
        customerId: entry.customerId,
        before: { reason: exclusion.reason },
      });
    });
  }

  /** The entry; null if the contest has none with this id. @throws Problem (404) if there is no such contest */
  private async entryOf(rows: ClubRows, contestId: number, id: number): Promise<ContestEntry | null> {
    await rows.one(Contest, contestId);
    const [entry] = await rows.find(ContestEntry, { id, contestId });
    return entry ?? null;
  }
}

/** Locks the contest, so that nobody closes it until the transaction ends. @throws Problem (404, 409 if it is closed) */
async function requireOpen(change: ClubChange, contestId: number): Promise<void> {
  const { entriesClosedAt } = await change.lock(Contest, contestId);
  if (entriesClosedAt)
    throw conflict('The contest is closed: its entries are frozen. A winner can be forfeited.');
}

function entriesOf(
  rows: ClubRows,
  contestId: number,
  { q, ids, filters }: ListQuery,
): SelectQueryBuilder<ContestEntry> {
  const found = rows.select(ContestEntry, 'entry').andWhere('entry.contestId = :contestId', { contestId });
  if (ids) found.andWhere('entry.id = ANY(:ids)', { ids });
  if (q !== null) {
    found.andWhere(`position(lower(:q) in lower(concat_ws(' ', entry.firstName, entry.lastName))) > 0`, {
      q,
    });
  }
  const { excluded } = filters;
  if (excluded !== undefined) {
    if (excluded !== 'true' && excluded !== 'false') {
      throw invalidRequest('excluded must be true or false.');
    }
    const exclusion = rows.select(ContestExclusion, 'excluded').andWhere('excluded.entryId = entry.id');
    found.andWhere(`${excluded === 'true' ? '' : 'NOT '}EXISTS (${exclusion.select('1').getQuery()})`);
  }
  return found;
}

async function exclusionsOf(
  rows: ClubRows,
  entries: readonly ContestEntry[],
): Promise<(entry: number) => EntryOfContest['exclusion']> {
  const ids = entries.map(({ id }) => id);
  const found = await rows
    .select(ContestExclusion, 'exclusion')
    .andWhere('exclusion.entryId = ANY(:ids)', { ids })
    .getMany();
  const people = await rows.manager
    .createQueryBuilder(Staff, 'person')
    .where('person.id = ANY(:ids)', { ids: found.map(({ staffId }) => staffId) })
    .getMany();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (entry) => {
    const exclusion = found.find(({ entryId }) => entryId === entry);
    if (!exclusion) return null;
    const { reason, staffId, createdAt } = exclusion;
    return { reason, by: names.get(staffId ?? 0) ?? null, at: createdAt };
  };
}

function shapeOf(
  entry: ContestEntry,
  exclusion: EntryOfContest['exclusion'],
  masked: boolean,
): EntryOfContest {
  const { id, customerId, enteredAt, firstName, lastName, birthdate, selected, confirmed, forfeited } = entry;
  return {
    id,
    member_id: customerId,
    entered_at: enteredAt,
    first_name: masked ? initial(firstName) : firstName,
    last_name: masked ? initial(lastName) : lastName,
    ...(!masked && { birthdate }),
    selected,
    confirmed,
    forfeited,
    // It may name persons.
    exclusion: exclusion && masked ? { ...exclusion, reason: null } : exclusion,
  };
}
