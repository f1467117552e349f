import { club } from './club.js';

let customer = null;
let reading = null;
const listeners = [];

/**
 * The logged-in member; null for visitors. Read once, and again after {@link forget}.
 * A visitor who has taken the free plan and has not registered yet counts as a visitor, see {@link buyer}.
 */
export async function member() {
  await read();
  return customer?.id ? customer : null;
}

/** The visitor who took the free plan and has to register; null for everybody else. */
export async function buyer() {
  await read();
  return customer && !customer.id ? customer : null;
}

/** Stores what an answer says about the customer; null after a log-out. */
export function remember(changed) {
  customer = changed && { ...customer, ...changed };
  reading = Promise.resolve();
  listeners.forEach((listener) => listener());
}

/** Reads the customer now, because an answer says only part of it: that of a log-in does not have the newsletter. */
export function refresh() {
  forget();
  return read();
}

/** Reads the customer again with the next question, for instance because the session has ended. */
export function forget() {
  customer = null;
  reading = null;
}

/** Calls the function whenever somebody has logged in or out, or has changed the account. */
export const onMember = (listener) => listeners.push(listener);

function read() {
  reading ??= club.get('/account').then(
    (answer) => remember(answer.customer),
    (error) => {
      reading = null;
      throw error;
    },
  );
  return reading;
}
