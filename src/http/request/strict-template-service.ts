import { ExpressTemplateService, type TsoaRoute, ValidationService } from '@tsoa/runtime';

type Config = ConstructorParameters<typeof ExpressTemplateService>[1];

/** tsoa's enum check throws on `{"toString":1}` and takes `["CPF"]` for `"CPF"`; every enum here is of texts. */
class StrictValidation extends ValidationService {
  public override validateEnum(
    ...[name, value, ...rest]: Parameters<ValidationService['validateEnum']>
  ): ReturnType<ValidationService['validateEnum']> {
    return super.validateEnum(name, typeof value === 'string' ? value : undefined, ...rest);
  }

  /** tsoa takes `hasOwnProperty` and similar names for known keys and does not check them. */
  public override validateNestedObjectLiteral(
    ...[name, value, errors, isBody, known, ...rest]: Parameters<ValidationService['validateNestedObjectLiteral']>
  ): ReturnType<ValidationService['validateNestedObjectLiteral']> {
    const own = known === undefined ? undefined : Object.assign(Object.create(null) as typeof known, known);
    return super.validateNestedObjectLiteral(name, value, errors, isBody, own, ...rest);
  }
}

/** Checks requests of the generated routes; `scripts/strict-routes.mjs` puts it in place of tsoa's own. */
export class StrictTemplateService extends ExpressTemplateService {
  public constructor(models: TsoaRoute.Models, config: Config) {
    super(models, config);
    this.validationService = new StrictValidation(models, config);
  }
}
