import {
  applyDecorators,
  Controller,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Bare } from '#libs/envelope';
import { ACCESS, type Access } from '#platform/access';
import type { Permission } from './permissions';
import { ProblemFilter } from './problem.filter';
import { StaffAnswers } from './staff-answers.interceptor';
import { STAFF_ACCESS, type StaffAccess } from './staff-context';
import { StaffGuard } from './staff.guard';

const declare = (needs: StaffAccess['needs'], proof = false): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACCESS, { kind: 'staff' } satisfies Access),
    SetMetadata(STAFF_ACCESS, { needs, proof } satisfies StaffAccess),
    Bare(),
    UseGuards(StaffGuard),
    UseInterceptors(StaffAnswers),
    UseFilters(ProblemFilter),
  );

/** Only staff with this permission. The path begins with `fanclubs/:fanclubId` or `organizations/:organizationId`. */
export const StaffOnly = (permission: Permission, { proof = false } = {}): MethodDecorator =>
  declare(permission, proof);

/** Any person of the staff who is logged in, about themselves. */
export const StaffSelf = ({ proof = false } = {}): MethodDecorator => declare('self', proof);

/** Anybody; for logging in and for the links of mails. */
export const StaffOpen = (): MethodDecorator => declare('open');

/** A controller for the owners of an organization, below `/staff/api/organizations/:organizationId/`. */
export const OrganizationStaffController = (path: string): ClassDecorator =>
  Controller(`staff/api/organizations/:organizationId/${path}`);

/**
 * A controller for the staff of a fan club, below `/staff/api/fanclubs/:fanclubId/`.
 * @param path absent: the handlers name whole paths
 */
export const ClubStaffController = (path?: string): ClassDecorator =>
  Controller(['staff/api/fanclubs/:fanclubId', ...(path ? [path] : [])].join('/'));
