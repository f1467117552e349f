import { FieldErrors } from '#libs/envelope';
import { BLANK, faultsOf, parseId, readText } from '#libs/validation';
import { itemTypeKey } from '#domains/plans';
import type { UpdateShippingBody } from './dto/update-shipping.body';
import type { PostalAddress } from './postal-address';
import type { ItemTypeFacts } from './shipping.queries';

/** What the customer has on file from now on. */
export interface ShippingUpdate {
  address: PostalAddress;
  /** Options newly chosen, by item type; types that are not named keep what was chosen before. */
  choices: ReadonlyMap<number, number>;
}

/** How the specification calls an option in its messages, whatever the item type. */
const OPTION = 'Option name';
const UNLISTED = 'is not included in the list';

/**
 * Reads the form (decisions 5.9, 5.10). Without an address on file every field but `address_2` is needed; with one, fields
 * left out keep their value. Every option sent for an item type of the fan club is checked; those of types that are shown are
 * chosen.
 * @param onFile the address on file; null without one
 * @param shown the item types that the customer's packages ask for
 * @param all the item types of the fan club
 * @throws InvalidFields with every message, the address before the options, and `errors`
 */
export function readShippingForm(
  form: UpdateShippingBody,
  onFile: PostalAddress | null,
  shown: readonly ItemTypeFacts[],
  all: readonly ItemTypeFacts[],
): ShippingUpdate {
  const errors = faultsOf(form, neededOf(form, onFile));
  const isShown = ({ id }: ItemTypeFacts): boolean => shown.some((itemType) => itemType.id === id);
  const choices = readChoices(form, shown, errors);
  readChoices(
    form,
    all.filter((itemType) => !isShown(itemType)),
    errors,
  );
  errors.throwIfAny({ withErrors: true });
  return { address: addressOf(form, onFile), choices };
}

/** Throws what is told about options that are none of their types. */
export function refuseUnlisted(itemTypeIds: readonly number[]): void {
  const errors = new FieldErrors();
  for (const id of itemTypeIds) errors.add(itemTypeKey(id), UNLISTED, OPTION);
  errors.throwIfAny({ withErrors: true });
}

const REQUIRED = ['first_name', 'last_name', 'address', 'city', 'state', 'postal_code', 'country'] as const;

/** The fields that must be filled. */
function neededOf(form: UpdateShippingBody, onFile: PostalAddress | null): (keyof PostalAddress)[] {
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
  itemTypes: readonly ItemTypeFacts[],
  errors: FieldErrors,
): Map<number, number> {
  const choices = new Map<number, number>();
  for (const { id, options } of itemTypes) {
    const field = itemTypeKey(id);
    const text = readText(sent[field]);
    if (text === undefined) continue;
    const chosen = typeof text === 'string' && options.find((option) => option.id === parseId(text));
    if (text === null) errors.add(field, BLANK, OPTION);
    else if (!chosen) errors.add(field, UNLISTED, OPTION);
    else choices.set(id, chosen.id);
  }
  return choices;
}
