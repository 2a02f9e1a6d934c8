import { type ValidationError, validateSync } from 'class-validator';
import { rejection } from '../../../../aggregates/rejection';

/** Checks rules beyond tsoa's shape. `prefix`: name of a part of a body. Throws VALIDATION_ERROR. */
export const checked = <Dto extends object>(Dto: new () => Dto, body: Dto, prefix = ''): Dto => {
  const dto = Object.assign(new Dto(), body);
  const errors = validateSync(dto, { forbidUnknownValues: false, stopAtFirstError: true });
  if (errors.length === 0) return dto;
  const fieldErrors = Object.fromEntries(errors.map((error) => [`${prefix}${error.property}`, detailOf(error)]));
  throw rejection('VALIDATION_ERROR', 'The request is not valid', fieldErrors);
};

const detailOf = ({ constraints = {} }: ValidationError): string => Object.values(constraints)[0] ?? 'is not valid';
