import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { IfGiven } from '#platform/staff';

/** The most lines that say who is put into which group. */
const MOST_GROUPS = 30;

const NAME_OF_GROUP = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;
const IN_A_HEADER = /^[\x21-\x7e]+$/;
const NOT_IN_A_HEADER = { message: 'must have letters, digits and signs without spaces' };

const groupKey = (group: unknown): string => {
  const { name, plan_class: planClass } = (group ?? {}) as Partial<GroupBody>;
  return JSON.stringify([name, planClass ?? null]);
};

/** Who is put into a group of the forum. */
export class GroupBody {
  /** The name of the group in the forum, as in its address. */
  @IsString()
  @Length(1, 100)
  @Matches(NAME_OF_GROUP, { message: 'must be the name of a group, as in its address' })
  name!: string;

  /** The class of plans. Null or absent: everybody with an active membership. */
  @IsOptional() @IsString() @Length(1, 200) plan_class?: string | null;
}

/** The groups of a forum, each pair of name and class once. */
const GroupsOfForum = () =>
  applyDecorators(
    IfGiven(),
    IsArray(),
    ArrayMaxSize(MOST_GROUPS),
    ArrayUnique(groupKey, { message: 'must name each pair once' }),
    ValidateNested({ each: true }),
    Type(() => GroupBody),
  );

export class NewForum {
  @IsString() @Length(1, 100) name!: string;
  /** The address of the forum: `https://forum.example`. */
  @IsString() @Length(1, 500) url!: string;
  /** A key of Discourse's API. It is never shown again. */
  @IsString() @Length(1, 200) @Matches(IN_A_HEADER, NOT_IN_A_HEADER) api_key!: string;
  /** The administrator of the forum for whom the key acts. */
  @IsString() @Length(1, 100) @Matches(IN_A_HEADER, NOT_IN_A_HEADER) username!: string;
  /** The application by which members log in there. Null or absent: DiscourseConnect. */
  @IsOptional() @IsInt() application_id?: number | null;

  @GroupsOfForum() groups?: GroupBody[];
}

/** What is left out stays as it is. */
export class ForumChange {
  @IfGiven() @IsString() @Length(1, 100) name?: string;
  /** Another address needs the key again. */
  @IfGiven() @IsString() @Length(1, 500) url?: string;
  @IfGiven() @IsString() @Length(1, 200) @Matches(IN_A_HEADER, NOT_IN_A_HEADER) api_key?: string;
  @IfGiven() @IsString() @Length(1, 100) @Matches(IN_A_HEADER, NOT_IN_A_HEADER) username?: string;
  @IsOptional() @IsInt() application_id?: number | null;

  /** All of them. Members leave the groups that are missing. */
  @GroupsOfForum() groups?: GroupBody[];

  /** False: groups stay as they are. */
  @IfGiven() @IsBoolean() enabled?: boolean;
}
