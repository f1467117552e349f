import { FieldErrors } from '#libs/envelope';
import { isCountry } from '#libs/format';
import { formText, parseId } from '#libs/validation';
import { itemTypeKey } from '#domains/plans';
import type { PostalAddress } from './postal-address';
import type { ItemTypeFacts } from './shipping.queries';

/** The body of POST /account/shipping: the fields of an address and `item_type_<x>`, any of them, with any JSON value. */
export type ShippingForm = Readonly<Record<string, unknown>>;

/** What the customer has on file from now on. */
export interface ShippingUpdate {
  address: PostalAddress;
  /** Options newly chosen, by item type; types that are not named keep what was chosen before. */
  choices: ReadonlyMap<number, number>;
}

/** How the specification calls an option in its messages, whatever the item type. */
const OPTION = 'Option name';
const BLANK = "can't be blank";
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
  form: ShippingForm,
  onFile: PostalAddress | null,
  shown: readonly ItemTypeFacts[],
  all: readonly ItemTypeFacts[],
): ShippingUpdate {
  const errors = new FieldErrors();
  const address = readAddress(form, onFile, errors);
  const isShown = ({ id }: ItemTypeFacts): boolean => shown.some((itemType) => itemType.id === id);
  const choices = readChoices(form, shown, errors);
  readChoices(
    form,
    all.filter((itemType) => !isShown(itemType)),
    errors,
  );
  errors.throwIfAny({ withErrors: true });
  return { address, choices };
}

/** Throws what is told about options that are none of their types. */
export function refuseUnlisted(itemTypeIds: readonly number[]): void {
  const errors = new FieldErrors();
  for (const id of itemTypeIds) errors.add(itemTypeKey(id), UNLISTED, OPTION);
  errors.throwIfAny({ withErrors: true });
}

function readAddress(form: ShippingForm, onFile: PostalAddress | null, errors: FieldErrors): PostalAddress {
  const kept = (field: keyof PostalAddress): string | null =>
    form[field] === undefined && onFile ? onFile[field] : null;

  const optional = (field: keyof PostalAddress, isRequired = false): string => {
    const { text, fault } = formText(form[field]);
    const message = fault ?? (isRequired && text === '' ? BLANK : null);
    if (message) errors.add(field, message);
    return text;
  };
  const required = (field: keyof PostalAddress): string => optional(field, true);
  const country = (field: 'country'): string => {
    const { text, fault } = formText(form[field]);
    // Only then capitals: of `ß`, for one, they would be South Sudan.
    const code = /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : '';
    if (text === '' && !fault) errors.add(field, BLANK);
    else if (!isCountry(code)) errors.add(field, UNLISTED);
    return code;
  };

  return {
    first_name: kept('first_name') ?? required('first_name'),
    last_name: kept('last_name') ?? required('last_name'),
    address: kept('address') ?? required('address'),
    address_2: kept('address_2') ?? optional('address_2'),
    city: kept('city') ?? required('city'),
    state: kept('state') ?? required('state'),
    postal_code: kept('postal_code') ?? required('postal_code'),
    country: kept('country') ?? country('country'),
  };
}

function readChoices(
  form: ShippingForm,
  itemTypes: readonly ItemTypeFacts[],
  errors: FieldErrors,
): Map<number, number> {
  const choices = new Map<number, number>();
  for (const { id, options } of itemTypes) {
    const field = itemTypeKey(id);
    if (form[field] === undefined) continue;
    const { text, fault } = formText(form[field]);
    const chosen = options.find((option) => option.id === parseId(text));
    if (text === '' && !fault) errors.add(field, BLANK, OPTION);
    else if (!chosen) errors.add(field, UNLISTED, OPTION);
    else choices.set(id, chosen.id);
  }
  return choices;
}
