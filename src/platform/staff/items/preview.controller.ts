import { Get, Inject, type Type } from '@nestjs/common';
import { Answers, type Shape } from '#platform/reference';
import type { Permission } from '../permissions';
import { StaffOnly } from '../staff-access';
import { CurrentStaff } from '../staff-context';
import type { StaffViewer } from '../staff-viewer';
import { type Preview, PreviewOf, PreviewsService, type PreviewWanted } from './previews.service';

/**
 * The base class of a controller that shows what the public API answers to anybody at any time. The subclass is a
 * `@ClubStaffController()` with the path. It belongs to the module that provides the service.
 * @param answer what `show` returns
 * @param show calls the service and the serializer of the public API
 */
export function previewController<S>(
  permission: Permission,
  answer: Shape,
  service: Type<S>,
  show: (service: S, preview: Preview) => Promise<object>,
) {
  class PreviewController {
    @Inject(PreviewsService)
    private readonly previews: PreviewsService;

    @Inject(service)
    private readonly service: S;

    @Get()
    @StaffOnly(permission)
    @Answers({ 200: answer })
    async show(@CurrentStaff() staff: StaffViewer, @PreviewOf() wanted: PreviewWanted) {
      return show(this.service, await this.previews.open(staff, wanted));
    }
  }
  return PreviewController;
}
