import { sampleConfigurationWith, sampleOffer } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import {
  completeAcr,
  type Params,
  validateAcr,
} from '../../../../src/adapters/oidc/requests/request-checks.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import { eidCatalogue } from '../../../../src/domain/eid-offer.ts';
import { NO_LOGIN_HINT } from '../../../../src/domain/login-hint.ts';
import { sampleApplication } from '../../../support/sample-application.ts';
import { DOMAIN } from '../clients/known-applications.ts';

const PAPER = 'urn:grn:authn:xx:paper' as Acr;
const PAPYRUS = 'urn:grn:authn:xx:papyrus' as Acr;
const PARCHMENT = 'urn:grn:authn:xx:parchment';
const offer = sampleOffer({ aliases: { [PAPYRUS]: PAPER }, retired: { [PARCHMENT]: PAPER } });
const configuration = sampleConfigurationWith({ catalogue: eidCatalogue([offer]) });
const domain = { ...DOMAIN, acrValues: [PAPER] };

describe('the acr value of a request', () => {
  test.each([
    ['acr_values', { acr_values: PAPYRUS }, {}],
    ['a login hint', {}, { loginHint: { ...NO_LOGIN_HINT, acrValues: PAPYRUS } }],
    ['the path', {}, { prefix: PAPYRUS }],
    ['the application', {}, { application: sampleApplication({ defaultAcrValues: PAPYRUS }) }],
  ])('is never an alias: %s', (_, sent: Params, source) => {
    const params = { ...sent };
    const application = sampleApplication();
    completeAcr(params, { loginHint: NO_LOGIN_HINT, application, configuration, ...source });
    expect(params.acr_values).toBe(PAPER);
  });

  test('is refused when it is discontinued, with the acr value to use instead', () => {
    const application = sampleApplication();
    const validate = () => validateAcr(PARCHMENT, domain, { application, configuration });
    expect(validate).toThrow(
      expect.objectContaining({ code: 'acr-discontinued', values: { replacement: PAPER } }),
    );
    expect(validateAcr(PAPER, domain, { application, configuration })).toBe(PAPER);
  });
});
