import { IsInt, IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** Which entry is excluded from the draw, and why. */
export class ExclusionBody {
  @IsInt({ message: 'must be the id of an entry' })
  entry_id!: number;

  @IsString({ message: 'must be a text' })
  @IsNotEmpty({ message: 'must not be empty' })
  @MaxLength(500, { message: 'must not be longer than 500 characters' })
  reason!: string;
}
