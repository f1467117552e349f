import { COUNT, FLAG, ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';
import { FAILURES, type Failure } from '../../forum-failure';

/** Who is put into a group of a forum. */
export class GroupOfForum {
  @Shaped(TEXT, { description: 'The name of the group in the forum.' }) name!: string;
  @Shaped(orNull(TEXT), { description: 'The class of plans. Null: everybody with an active membership.' })
  plan_class!: string | null;
}

/** A class of plans, which lasts over seasons. */
export class ClassOfPlans {
  @Shaped(TEXT) class!: string;
  @Shaped(TEXT, { description: 'The name of its latest plan.' }) name!: string;
}

export class ClassesOfPlans {
  @Shaped([ClassOfPlans]) data!: ClassOfPlans[];
}

/** A forum without its API key. */
export class ForumOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(TEXT) url!: string;
  @Shaped(TEXT, { description: 'The user of the forum for whom the API key acts.' }) username!: string;
  @Shaped(orNull(ID), {
    description: 'The application by which members log in there. Null: they use DiscourseConnect.',
  })
  application_id!: number | null;
  @Shaped(FLAG) enabled!: boolean;
  @Shaped([GroupOfForum]) groups!: GroupOfForum[];
  @Shaped(listOf(TEXT), { description: 'What is wrong with groups, in words.' }) group_problems!: string[];
  @Shaped(orNull(INSTANT), { description: 'When the groups were last in line with memberships.' })
  checked_at!: string | null;
  @Shaped(orNull(INSTANT), { description: 'When a run has last changed a group.' })
  changed_at!: string | null;
  @Shaped(COUNT, { description: 'How many places that run gave.' }) added!: number;
  @Shaped(COUNT, { description: 'How many places that run took.' }) removed!: number;
  @Shaped(COUNT, { description: 'Members whom the service has put into groups.' }) in_groups!: number;
  @Shaped(COUNT, { description: 'Members who were in their group before, and stay there.' })
  by_hand!: number;
  @Shaped(COUNT, { description: 'Members without an account at the forum, as far as is known.' })
  without_account!: number;
  @Shaped(orNull({ type: 'string', enum: Object.keys(FAILURES) }), {
    description: 'Why the last run failed.',
  })
  failure!: Failure | null;
  @Shaped(orNull(TEXT), { description: 'The same in words.' }) problem!: string | null;
  @Shaped(orNull(INSTANT), { description: 'Since when every run fails.' }) failing_since!: string | null;
  @Shaped(orNull(INSTANT), { description: 'When the forum is asked again. Null: within a minute.' })
  next_attempt_at!: string | null;
  @Shaped(INSTANT) created_at!: string;
}

/** What a test found. */
export class ForumTest {
  @Shaped(FLAG, { description: 'Whether the forum accepts the key and has all groups.' }) works!: boolean;
  @Shaped(orNull(TEXT), { description: 'What is wrong; null: nothing.' }) problem!: string | null;
}
