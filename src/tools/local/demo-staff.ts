import { type DataSource, In } from 'typeorm';
import { Passwords } from '#libs/password';
import { type Role, ROLES } from '#platform/staff';
import { StaffRole, Staff } from '#platform/staff/people/staff.entity';
import { FanclubKey, Fanclub } from '#platform/tenants/fanclub.entity';
import { DEMO_LOGINS } from './demo';

/** The password of everybody on the staff of the demo. */
export const DEMO_STAFF_PASSWORD = 'backstage pass';

/** The e-mail address of the person with a role in the demo. */
export const demoStaffEmail = (role: Role): string => `${role}@staff.example`;

/**
 * Adds one person for each role to the staff of the demo's fan clubs, unless they exist. They have no second factor, so they can log in only
 * where it is optional.
 */
export async function seedDemoStaff(db: DataSource): Promise<void> {
  const emails = ROLES.map(demoStaffEmail);
  if (await db.getRepository(Staff).existsBy({ email: In(emails) })) return;
  const keys = await db.getRepository(FanclubKey).findBy({ key: In(DEMO_LOGINS.map(({ key }) => key)) });
  const clubs = await db.getRepository(Fanclub).findBy({ id: In(keys.map(({ fanclubId }) => fanclubId)) });
  const passwordHash = await new Passwords().hash(DEMO_STAFF_PASSWORD, 'demo');
  await db.transaction(async (tx) => {
    for (const role of ROLES) {
      const name = `Demo ${role}`;
      const { id } = await tx.save(Staff, { email: demoStaffEmail(role), name, passwordHash });
      for (const organizationId of new Set(clubs.map((club) => club.organizationId))) {
        await tx.save(StaffRole, { staffId: id, organizationId, fanclubId: null, role });
      }
    }
  });
}
