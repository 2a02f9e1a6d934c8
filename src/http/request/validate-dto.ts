import { type ValidationError, validateSync } from 'class-validator';
import { rejection } from '../../../aggregates/rejection';

/**
 * The meaning of a body whose shape tsoa has accepted. tsoa hands over plain objects, and class-validator needs an
 * instance: a request with rules beyond its shape is a class, every other is an interface. No whitelist: tsoa has
 * refused unknown fields already. Throws VALIDATION_ERROR.
 */
export const checked = <Dto extends object>(Dto: new () => Dto, body: Dto): Dto => {
  const dto = Object.assign(new Dto(), body);
  const errors = validateSync(dto, { forbidUnknownValues: false, stopAtFirstError: true });
  if (errors.length === 0) return dto;
  const fieldErrors = Object.fromEntries(errors.map((error) => [error.property, detailOf(error)]));
  throw rejection('VALIDATION_ERROR', 'The request is not valid', fieldErrors);
};

const detailOf = ({ constraints = {} }: ValidationError): string => Object.values(constraints)[0] ?? 'is not valid';
