import { FieldErrors } from '#libs/envelope';
import { BLANK, blank, faultsOf, parseId, readText } from '#libs/validation';
import { itemTypeKey } from '#domains/plans';
import type { UpdateShippingBody } from './dto/update-shipping.body';
import type { PostalAddress } from './postal-address';
import type { ItemTypeRow } from './shipping.queries';

/** A valid form. */
export interface ShippingUpdate {
  /** The whole new address. */
  address: PostalAddress;
  /** Newly chosen options by item type. Other item types keep their options. */
  choices: ReadonlyMap<number, number>;
}

/** The name of an option of any item type in messages (contract 5.9). */
const OPTION = 'Option name';
const UNLISTED = 'is not included in the list';
/** Without an address on file. */
const REQUIRED = ['first_name', 'last_name', 'address', 'city', 'state', 'postal_code', 'country'] as const;

/** The messages of a form beside those of its class. */
export const FORM_MESSAGES = [...blank(...REQUIRED), `${OPTION} ${BLANK}`, `${OPTION} ${UNLISTED}`];

/**
 * Reads the form (contract 5.9, 5.10). Without an address on file, every field except `address_2` is required; with one, absent
 * fields keep their values. All options for item types of the fan club are checked. Those of `shown` are chosen.
 * @param onFile the stored address; null without one
 * @param shown the item types that the customer's packages ask for
 * @param all the item types of the fan club
 * @param labelOf how messages name the option of an item type
 * @throws InvalidFields with every message, the address before the options, and `errors`
 */
export function readShippingForm(
  form: UpdateShippingBody,
  onFile: PostalAddress | null,
  shown: readonly ItemTypeRow[],
  all: readonly ItemTypeRow[],
  labelOf: (itemType: ItemTypeRow) => string = () => OPTION,
): ShippingUpdate {
  const errors = faultsOf(form, requiredOf(form, onFile));
  const choices = readChoices(form, shown, errors, labelOf);
  const others = all.filter(({ id }) => !shown.some((itemType) => itemType.id === id));
  readChoices(form, others, errors, labelOf);
  errors.throwIfAny({ withErrors: true });
  return { address: addressOf(form, onFile), choices };
}

/** Reports options that do not belong to their item types. @throws InvalidFields with `errors` */
export function refuseUnlisted(itemTypeIds: readonly number[]): void {
  const errors = new FieldErrors();
  for (const id of itemTypeIds) errors.add(itemTypeKey(id), UNLISTED, OPTION);
  errors.throwIfAny({ withErrors: true });
}

function requiredOf(form: UpdateShippingBody, onFile: PostalAddress | null): (keyof PostalAddress)[] {
  return REQUIRED.filter((field) => onFile === null || form[field] !== undefined);
}

function addressOf(form: UpdateShippingBody, onFile: PostalAddress | null): PostalAddress {
  const valueOf = (field: keyof PostalAddress): string =>
    form[field] === undefined ? (onFile?.[field] ?? '') : (form[field] ?? '');
  return {
    first_name: valueOf('first_name'),
    last_name: valueOf('last_name'),
    address: valueOf('address'),
    address_2: valueOf('address_2'),
    city: valueOf('city'),
    state: valueOf('state'),
    postal_code: valueOf('postal_code'),
    country: valueOf('country'),
  };
}

function readChoices(
  { options: sent }: UpdateShippingBody,
  itemTypes: readonly ItemTypeRow[],
  errors: FieldErrors,
  labelOf: (itemType: ItemTypeRow) => string,
): Map<number, number> {
  const choices = new Map<number, number>();
  for (const itemType of itemTypes) {
    const { id, options } = itemType;
    const field = itemTypeKey(id);
    const text = readText(sent[field]);
    if (text === undefined) continue;
    const chosen = typeof text === 'string' && options.find((option) => option.id === parseId(text));
    if (text === null) errors.add(field, BLANK, labelOf(itemType));
    else if (!chosen) errors.add(field, UNLISTED, labelOf(itemType));
    else choices.set(id, chosen.id);
  }
  return choices;
}
