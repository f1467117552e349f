import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsString } from 'class-validator';

/** The dates of a tour. */
export class CopiesBody {
  /** The start of each copy, an instant as in the catalogue. */
  @IsArray({ message: 'must be a list' })
  @ArrayMinSize(1, { message: 'must name at least one start' })
  @ArrayMaxSize(100, { message: 'must not name more than 100 starts' })
  @ArrayUnique({ message: 'must name each start once' })
  @IsString({ each: true, message: 'must be a list of times' })
  starts!: string[];
}
