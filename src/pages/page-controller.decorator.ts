import { applyDecorators, Body, Controller, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { Bare } from '#libs/envelope';
import { sentForm } from './form.rules';
import { FormsGuard } from './forms.guard';
import { PageFilter } from './page.filter';
import { PageInterceptor } from './page.interceptor';

/**
 * A controller of hosted pages, whose handlers return a `Page` or `SeeOther`. Forms are checked, and errors are shown as pages.
 * @param path below the fan club's, with a leading slash
 */
export const PageController = (path = ''): ClassDecorator =>
  applyDecorators(
    Controller(`fanclubs/:fanclubId${path}`),
    Bare(),
    UseGuards(FormsGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageFilter),
  );

/** The fields of a form. */
export const FormBody = (): ParameterDecorator => Body({ transform: sentForm });
