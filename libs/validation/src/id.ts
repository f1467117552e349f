import { type ArgumentMetadata, Param, type PipeTransform } from '@nestjs/common';

/** Reads a path id: a positive whole number without sign, leading zero or exponent; null for anything else. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,18}$/.test(text)) return null;
  const id = Number(text);
  // Ids are generated or imported as safe integers, so a larger one cannot exist.
  return Number.isSafeInteger(id) ? id : null;
}

class IdPipe implements PipeTransform<string, number> {
  constructor(private readonly Missing: new () => Error) {}

  transform(value: string, _metadata: ArgumentMetadata): number {
    const id = parseId(value);
    if (id === null) throw new this.Missing();
    return id;
  }
}

/** The path parameter `id`. What cannot be an id is answered exactly like an id that does not exist. */
export const Id = (Missing: new () => Error): ParameterDecorator => Param('id', new IdPipe(Missing));
