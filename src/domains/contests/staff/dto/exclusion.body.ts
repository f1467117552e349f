import { IsInt, IsString, Matches, Max, MaxLength } from 'class-validator';

/** Which entry is excluded from the draw, and why. */
export class ExclusionBody {
  @IsInt({ message: 'must be the id of an entry' })
  @Max(Number.MAX_SAFE_INTEGER, { message: 'must be the id of an entry' })
  entry_id!: number;

  @IsString({ message: 'must be a text' })
  @Matches(/\S/, { message: 'must not be blank' })
  @MaxLength(500, { message: 'must not be longer than 500 characters' })
  reason!: string;
}
