import { club } from './club.js';

let customer = null;
let reading = null;
const listeners = [];

/**
 * The logged-in member; null for visitors. Read once, and again after {@link refresh}.
 * A visitor who has taken the free plan and has not registered yet counts as a visitor, see {@link unregisteredBuyer}.
 */
export async function member() {
  await read();
  return customer?.id ? customer : null;
}

/** The visitor who took the free plan and has to register; null for everybody else. */
export async function unregisteredBuyer() {
  await read();
  return customer && !customer.id ? customer : null;
}

/** Stores what an answer contains of the customer; null after a log-out or the end of the session. */
export function remember(changed) {
  customer = changed && { ...customer, ...changed };
  reading = Promise.resolve();
  listeners.forEach((listener) => listener());
}

/** Reads the customer again, because an answer has only a part: that of a log-in lacks the newsletter. */
export function refresh() {
  customer = null;
  reading = null;
  return read();
}

/** Calls the function whenever somebody has logged in or out, or has changed the account. */
export const onMember = (listener) => listeners.push(listener);

/** The address of the log-in. Afterwards it leads to a page; by default to the present one. */
export const loginAddress = (path = location.hash.slice(1)) => `#/login?then=${encodeURIComponent(path)}`;

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
