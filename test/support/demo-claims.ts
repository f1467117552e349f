/** A claim about the demo, and a query that finds the rows; `:now` in it is the current time. */
export interface DemoClaim {
  readonly shows: string;
  readonly sql: string;
}

const ACTIVE = `NOT s.cancelled AND s.start_date <= :now
  AND (s.end_date IS NULL OR s.end_date > :now OR p.extended_until > :now)`;
const SUBSCRIPTIONS = `subscriptions s JOIN customers c ON c.id = s.customer_id
  JOIN plans pl ON pl.id = s.plan_id LEFT JOIN sales_periods p ON p.id = s.sales_period_id`;
const LINKS = `ticket_links l JOIN events e ON e.id = l.event_id AND e.published`;
const ENTRIES = `contest_entries n JOIN contests t ON t.id = n.contest_id AND t.published`;
/** The day of an event and the current day, both in its time zone. */
const DAY = `(e.date AT TIME ZONE e.time_zone)::date`;
const TODAY = `(:now AT TIME ZONE e.time_zone)::date`;

const claims = (rows: Record<string, string>): DemoClaim[] =>
  Object.entries(rows).map(([shows, sql]) => ({ shows, sql }));

const PEOPLE = claims({
  'a customer with an active subscription': `SELECT FROM ${SUBSCRIPTIONS} WHERE ${ACTIVE} AND s.end_date > :now`,
  'a lapsed customer': `SELECT FROM ${SUBSCRIPTIONS} WHERE ${ACTIVE} AND s.end_date <= :now`,
  'an expired customer': `SELECT s.customer_id FROM ${SUBSCRIPTIONS} GROUP BY s.customer_id
    HAVING NOT bool_or(s.start_date > :now OR s.cancelled OR coalesce(${ACTIVE}, false))`,
  'a customer on trial': `SELECT FROM ${SUBSCRIPTIONS} WHERE ${ACTIVE} AND s.trial_membership`,
  'a subscription that is pending': `SELECT FROM ${SUBSCRIPTIONS} WHERE s.start_date > :now`,
  'a subscription that was cancelled': `SELECT FROM ${SUBSCRIPTIONS} WHERE s.cancelled AND s.end_date > :now`,
  'an active customer without exclusive access': `SELECT FROM ${SUBSCRIPTIONS} WHERE ${ACTIVE} AND NOT pl.exclusive_access`,
  'a customer without subscription': `SELECT FROM customers c WHERE registered AND confirmed_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM subscriptions WHERE customer_id = c.id)`,
  'an unregistered customer of the free plan': `SELECT FROM ${SUBSCRIPTIONS} JOIN orders o ON o.customer_id = c.id
    WHERE c.email IS NULL AND NOT c.registered AND pl.price = 0 AND ${ACTIVE} AND o.total IS NULL`,
  'an unregistered customer with an e-mail': `SELECT FROM customers WHERE email IS NOT NULL AND NOT registered`,
  'an unconfirmed customer': `SELECT FROM customers WHERE registered AND confirmed_at IS NULL AND password_hash IS NOT NULL`,
  'a blacklisted customer': `SELECT FROM customers WHERE blacklisted AND password_hash IS NOT NULL`,
  'an invalid e-mail': `SELECT FROM customers WHERE invalid_email`,
  'a pending new e-mail, and aliases': `SELECT FROM customers c WHERE new_email IS NOT NULL
    AND (SELECT count(*) FROM email_aliases WHERE customer_id = c.id) >= 2`,
  'a customer at the renewal cap': `SELECT FROM customers c JOIN plans pl ON pl.id = c.locked_plan_id
    WHERE c.renewals >= pl.renewal_cap`,
  'auto renewal': `SELECT FROM customers WHERE auto_renewal_enabled`,
  'a connection to an enabled login provider': `SELECT FROM authentications a JOIN login_providers v
    ON v.fanclub_id = a.fanclub_id AND v.name = a.name AND v.enabled`,
  'user names of a forum': `SELECT FROM customers c JOIN fanclubs f ON f.id = c.fanclub_id
    WHERE f.forum_integration AND c.username IS NOT NULL`,
  'one e-mail in both fan clubs': `SELECT FROM customers GROUP BY lower(email) HAVING count(DISTINCT fanclub_id) = 2`,
  'customers older and younger than the age limits': `SELECT FROM customers GROUP BY fanclub_id
    HAVING max(birthdate) > :now::date - 18 * 366 AND min(birthdate) < :now::date - 21 * 366`,
  'confirmed and unconfirmed contacts': `SELECT FROM contacts HAVING count(*) > count(confirmed_at) AND count(confirmed_at) > 0`,
});

const OFFERS = claims({
  'a free plan': `SELECT FROM plans WHERE price = 0 AND duration IS NULL AND NOT deleted`,
  'a plan over a thousand': `SELECT FROM plans WHERE price >= 1000`,
  'a deleted plan that was ordered once': `SELECT FROM plans pl JOIN orders o ON o.plan_id = pl.id WHERE pl.deleted`,
  'a plan off sale': `SELECT FROM plans WHERE NOT on_sale AND NOT deleted`,
  'a plan whose sales have not opened': `SELECT FROM plans pl JOIN sales_periods p ON p.id = pl.sales_period_id WHERE p.starts_at > :now`,
  'a trial plan': `SELECT FROM plans WHERE trial`,
  'a plan with its own checkout': `SELECT FROM plans WHERE checkout_url IS NOT NULL`,
  'a package with an item to choose, one not to choose, and one not required': `SELECT FROM package_items
    GROUP BY package_id HAVING count(item_type_id) BETWEEN 1 AND count(*) - 1 AND NOT bool_and(required)`,
  'an upgrade open to somebody at its own price': `SELECT FROM ${SUBSCRIPTIONS} JOIN plan_upgrades u ON u.from_plan_id = pl.id
    WHERE ${ACTIVE} AND u.price IS NOT NULL AND p.ends_at > :now`,
  'an upgrade open to somebody by difference': `SELECT FROM ${SUBSCRIPTIONS} JOIN plan_upgrades u ON u.from_plan_id = pl.id
    WHERE ${ACTIVE} AND u.price IS NULL AND p.ends_at > :now`,
  'a renewal open to somebody': `SELECT FROM ${SUBSCRIPTIONS} JOIN sales_periods o ON o.fanclub_id = s.fanclub_id
    JOIN plans n ON n.sales_period_id = o.id AND NOT n.deleted
    WHERE ${ACTIVE} AND p.ends_at < :now AND o.starts_at > p.starts_at AND :now BETWEEN o.starts_at AND o.ends_at`,
  'a queued subscription still to come': `SELECT FROM queued_subscriptions WHERE processed_at IS NULL`,
  'a queued subscription that became one': `SELECT FROM queued_subscriptions WHERE processed_at < :now AND subscription_id IS NOT NULL`,
  'benefits with and without details and picture': `SELECT FROM benefits
    HAVING count(*) > count(details) AND count(details) > 0 AND count(*) > count(image_url) AND count(image_url) > 0`,
  'a free order': `SELECT FROM orders WHERE total IS NULL`,
  'an incomplete order': `SELECT FROM orders WHERE total > 0 AND paid_at IS NULL`,
  'a discounted order': `SELECT FROM orders WHERE discount > 0 AND paid_at IS NOT NULL`,
  'a refunded order': `SELECT FROM orders WHERE refunded_at < :now`,
  'a shipment under way': `SELECT FROM shipments WHERE ship_date <= :now::date AND tracking_url IS NOT NULL`,
  'a shipment that waits for an address': `SELECT FROM shipments h JOIN orders o ON o.id = h.order_id
    WHERE h.ship_date IS NULL AND h.shipping_address IS NULL
    AND NOT EXISTS (SELECT FROM shipping_addresses a WHERE a.customer_id = o.customer_id)`,
  'a shipment that waits for an option only': `SELECT FROM shipments h JOIN orders o ON o.id = h.order_id
    JOIN shipping_addresses a ON a.customer_id = o.customer_id JOIN packages k ON k.plan_id = o.plan_id
    JOIN package_items i ON i.package_id = k.id AND i.required AND i.item_type_id IS NOT NULL
    WHERE h.ship_date IS NULL AND NOT EXISTS (SELECT FROM item_selections x
      WHERE x.customer_id = o.customer_id AND x.item_type_id = i.item_type_id)`,
  'a shipment that waits for nothing': `SELECT FROM shipments h JOIN orders o ON o.id = h.order_id
    JOIN shipping_addresses a ON a.customer_id = o.customer_id JOIN packages k ON k.plan_id = o.plan_id
    WHERE h.ship_date IS NULL AND NOT EXISTS (SELECT FROM package_items i
      WHERE i.package_id = k.id AND i.required AND i.item_type_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM item_selections x WHERE x.customer_id = o.customer_id AND x.item_type_id = i.item_type_id))`,
});

const PROGRAMME = claims({
  'past events': `SELECT FROM events e WHERE published AND ${DAY} < ${TODAY}`,
  'an event today': `SELECT FROM events e WHERE published AND ${DAY} = ${TODAY}`,
  'upcoming events': `SELECT FROM events e WHERE published AND ${DAY} > ${TODAY}`,
  'an event not published': `SELECT FROM events WHERE NOT published`,
  'events in six time zones': `SELECT FROM events WHERE published HAVING count(DISTINCT time_zone) >= 6`,
  'an event in a zone without an abbreviation': `SELECT FROM events WHERE time_zone = 'America/Sao_Paulo'`,
  'an event without links': `SELECT FROM events e WHERE published AND NOT EXISTS (SELECT FROM ticket_links l WHERE l.event_id = e.id)`,
  'links of every status': `SELECT FROM ${LINKS} HAVING count(DISTINCT l.status) = 4`,
  'exclusive and open links': `SELECT FROM ${LINKS} HAVING bool_or(l.exclusive) AND NOT bool_and(l.exclusive)`,
  'an exclusive link for some plans only': `SELECT FROM ${LINKS} JOIN ticket_link_plans k ON k.ticket_link_id = l.id WHERE l.exclusive`,
  'a link to which a customer has codes of the affiliate': `SELECT FROM ${LINKS} JOIN affiliate_codes a ON a.affiliate_id = l.affiliate_id
    WHERE cardinality(l.codes) > 0 AND cardinality(a.codes) > 0`,
  'a link with instructions for its code': `SELECT FROM ${LINKS} WHERE l.code_instructions IS NOT NULL`,
  'a link on show until a past day': `SELECT FROM ${LINKS} WHERE l.publish_end < :now AND ${DAY} > ${TODAY}`,
  'a link on show now': `SELECT FROM ${LINKS} WHERE l.status <> 'Show' AND :now BETWEEN l.publish_start AND l.publish_end`,
  'a link on show from a later day on': `SELECT FROM ${LINKS} WHERE l.status <> 'Show' AND l.publish_start > :now`,
  'an ended contest': `SELECT FROM contests WHERE published AND ends_at < :now`,
  'an ended contest without winners, which staff can draw': `SELECT FROM contests t WHERE published AND ends_at < :now
    AND EXISTS (SELECT FROM contest_entries n WHERE n.contest_id = t.id)
    AND NOT EXISTS (SELECT FROM contest_entries n WHERE n.contest_id = t.id AND n.selected)`,
  'a contest to come': `SELECT FROM contests WHERE published AND starts_at > :now`,
  'a running contest that nobody has entered': `SELECT FROM contests t WHERE published AND :now BETWEEN starts_at AND ends_at
    AND NOT EXISTS (SELECT FROM contest_entries n WHERE n.contest_id = t.id)`,
  'a running contest that somebody has entered': `SELECT FROM ${ENTRIES} WHERE :now BETWEEN t.starts_at AND t.ends_at`,
  'a contest with an age limit, for some plans, at an event': `SELECT FROM contests t JOIN contest_plans k ON k.contest_id = t.id
    WHERE published AND minimum_age >= 18 AND event_id IS NOT NULL`,
  'a contest not published': `SELECT FROM contests WHERE NOT published`,
  'an entry not selected': `SELECT FROM ${ENTRIES} WHERE t.ends_at < :now AND NOT n.selected`,
  'an entry selected, to be confirmed': `SELECT FROM ${ENTRIES} WHERE n.selected AND NOT n.confirmed AND NOT n.forfeited`,
  'an entry that won': `SELECT FROM ${ENTRIES} WHERE n.confirmed`,
  'an entry forfeited': `SELECT FROM ${ENTRIES} WHERE n.forfeited`,
});

const FANCLUBS = claims({
  'two fan clubs of two organizations': `SELECT FROM fanclubs HAVING count(*) = 2 AND count(DISTINCT organization_id) = 2`,
  'two currencies and two time zones': `SELECT FROM fanclubs HAVING count(DISTINCT currency) = 2 AND count(DISTINCT time_zone) = 2`,
  'a forum in one fan club only': `SELECT FROM fanclubs HAVING bool_or(forum_integration) AND NOT bool_and(forum_integration)`,
  'tracking ids in one fan club only': `SELECT FROM fanclubs
    HAVING max(cardinality(tracking_production)) > 1 AND min(cardinality(tracking_production)) = 0`,
  'login providers enabled and not': `SELECT FROM login_providers GROUP BY fanclub_id HAVING bool_or(enabled) AND NOT bool_and(enabled)`,
  'more than one key of a fan club': `SELECT FROM fanclub_keys GROUP BY fanclub_id HAVING count(*) > 1`,
  'more than one key of an organization': `SELECT FROM organization_api_keys GROUP BY organization_id HAVING count(*) > 1`,
});

/** What a new user can see in the demo. */
export const DEMO_CLAIMS: readonly DemoClaim[] = [...FANCLUBS, ...PEOPLE, ...OFFERS, ...PROGRAMME];
