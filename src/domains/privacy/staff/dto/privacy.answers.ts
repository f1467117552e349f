import { COUNT, FLAG, ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';

/** An export of a member, for the person who asked for it. */
export class PersonExportOfMember {
  @Shaped(ID) id!: number;
  @Shaped(INSTANT) asked_at!: string;
  @Shaped(FLAG, { description: 'It can be downloaded.' }) ready!: boolean;
  @Shaped(orNull(INSTANT), { description: 'Null: not made yet.' }) expires_at!: string | null;
  @Shaped(FLAG) json_taken!: boolean;
  @Shaped(FLAG) html_taken!: boolean;
}

const keys = (description: string) => ({
  description: `Their ids, or what else identifies them: ${description}`,
});

/** The rows of a table, and what a merge does with those of the member who is merged. */
export class MergedTableAnswer {
  @Shaped(TEXT) table!: string;
  @Shaped(COUNT, { description: 'How many the other member has before.' }) present!: number;
  @Shaped(listOf(TEXT), keys('belong to the other member then.')) moved!: readonly string[];
  @Shaped(listOf(TEXT), keys('void, because the other member has one that is alike.'))
  voided!: readonly string[];
  @Shaped(listOf(TEXT), keys('deleted, or lead to nobody any more.')) removed!: readonly string[];
  @Shaped(listOf(TEXT), keys('stay with the empty account, for the record.')) kept!: readonly string[];
}

/** A membership that is not over. */
export class RemainingTermAnswer {
  @Shaped(TEXT) plan_name!: string;
  @Shaped(orNull(INSTANT), { description: 'Null: when no other one is active.' }) starts_at!: string | null;
  @Shaped(orNull(INSTANT), { description: 'Null: without end.' }) ends_at!: string | null;
}

/** What a merge would do. */
export class MergePreview {
  @Shaped(listOf(TEXT), { description: 'Why it is refused now. None: it can be made.' })
  obstacles!: readonly string[];
  @Shaped(listOf(MergedTableAnswer), { description: 'With obstacles, all rows are listed as kept.' })
  tables!: readonly MergedTableAnswer[];
  @Shaped(listOf(RemainingTermAnswer), { description: 'What the other member has then.' })
  memberships!: readonly RemainingTermAnswer[];
}

const LIKENESSES = ['name', 'address'] as const;

/** A member of a pair. */
export class AlikeMember {
  @Shaped(ID) id!: number;
  @Shaped(orNull(TEXT)) email!: string | null;
  @Shaped(orNull(TEXT)) name!: string | null;
}

/** Two members who may be the same person. */
export class DuplicatePair {
  @Shaped(AlikeMember) first!: AlikeMember;
  @Shaped(AlikeMember) second!: AlikeMember;
  @Shaped(listOf({ type: 'string', enum: LIKENESSES }), {
    description: '`name`: the same name and birth date.',
  })
  alike!: readonly (typeof LIKENESSES)[number][];
}

export class DuplicateList {
  @Shaped(listOf(DuplicatePair)) data!: readonly DuplicatePair[];
  @Shaped(FLAG, { description: 'There are more pairs.' }) more!: boolean;
}
