import { describe, expect, test } from '@jest/globals';

import { da, en, fi, nb, sv } from '../../../../src/adapters/eid/se-bankid/message-texts.ts';
import { texts } from '../../../../src/adapters/eid/se-bankid/messages.ts';
import type { StatusTextContext } from '../../../../src/ports/eid.ts';

const onComputer: StatusTextContext = {
  language: 'sv',
  device: 'other',
  mobile: false,
  ended: false,
};

describe('the text of a pending order', () => {
  test.each([
    ['', 'other', false, 'Starta BankID-appen.'],
    ['', 'same', false, 'Försöker starta BankID-appen.'],
    ['outstandingTransaction', 'other', false, 'Starta BankID-appen.'],
    ['outstandingTransaction', 'same', true, 'Försöker starta BankID-appen.'],
    ['noClient', 'same', true, 'Starta BankID-appen.'],
    ['started', 'same', false, sv.RFA15A],
    ['started', 'same', true, sv.RFA15B],
    ['started', 'other', false, sv.RFA15B],
    ['userCallConfirm', 'other', false, 'En identifiering eller underskrift pågår.'],
    [
      'userSign',
      'other',
      false,
      'Skriv in din säkerhetskod i BankID-appen och välj Identifiera eller Skriv under.',
    ],
    ['userMrtd', 'other', false, 'Fotografera och läs av din ID-handling med BankID-appen.'],
    ['userFace', 'other', false, 'Gör en ansiktsigenkänning i BankID-appen.'],
    ['userStepUp', 'other', false, 'Välj hur du vill bekräfta din identitet i BankID-appen.'],
    ['processing', 'other', false, 'En identifiering eller underskrift pågår.'],
    ['somethingNew', 'other', false, 'En identifiering eller underskrift pågår.'],
    ['hasOwnProperty', 'other', false, 'En identifiering eller underskrift pågår.'],
  ] as const)(
    'is right for %j on the %s device (mobile: %j)',
    (hintCode, device, mobile, expected) => {
      expect(texts(hintCode, { ...onComputer, device, mobile })).toBe(expected);
    },
  );
});

describe('the text of an ended order or a refused start', () => {
  test.each([
    ['userCancel', 'Åtgärden avbröts.'],
    ['userDeclinedCall', 'Åtgärden avbröts.'],
    ['cancelled', 'Åtgärden avbröts. Försök igen.'],
    ['expiredTransaction', sv.RFA8],
    ['certificateErr', sv.RFA16],
    ['startFailed', sv.RFA17B],
    ['notSupportedByUserApp', sv.updateApp],
    ['transactionRiskBlocked', 'Något gick fel. Försök igen.'],
    ['mrtdVerificationFailed', sv.RFA26],
    ['facialRecognitionFailed', sv.RFA27],
    ['nfcNotSupportedByDevice', sv.RFA28],
    ['multipleBankIdsOnDevice', sv.RFA29],
    ['stepUpFailed', sv.RFA30],
    ['completionData', 'Något gick fel. Försök igen.'],
    ['somethingNew', 'Något gick fel. Försök igen.'],
    ['alreadyInProgress', sv.RFA4],
    ['invalidParameters', 'Något gick fel. Försök igen.'],
    ['unauthorized', 'Något gick fel. Försök igen.'],
    ['notFound', 'Något gick fel. Försök igen.'],
    ['methodNotAllowed', 'Något gick fel. Försök igen.'],
    ['unsupportedMediaType', 'Något gick fel. Försök igen.'],
    ['requestTimeout', 'Något gick fel. Försök igen.'],
    ['tooManyRequests', 'Något gick fel. Försök igen.'],
    ['internalError', 'Något gick fel. Försök igen.'],
    ['maintenance', 'Något gick fel. Försök igen.'],
  ])('is right for %s', (hintCode, expected) => {
    expect(texts(hintCode, { ...onComputer, ended: true })).toBe(expected);
  });

  test('names the app, not a QR code, on the same device', () => {
    const about: StatusTextContext = { ...onComputer, device: 'same', ended: true };
    expect(texts('startFailed', about)).toBe(sv.RFA17A);
  });
});

describe('the languages', () => {
  test.each([
    ['sv', 'Starta BankID-appen.'],
    ['en', 'Start your BankID app.'],
    ['da', 'Start BankID-appen.'],
    ['nb', 'Start BankID-appen.'],
    ['fi', 'Käynnistä BankID-sovellus.'],
  ] as const)('include %s', (language, expected) => {
    expect(texts('outstandingTransaction', { ...onComputer, language })).toBe(expected);
  });

  const languages = Object.entries({ sv, en, da, nb, fi });
  test.each(languages)(
    '%s has every message, complete and without broken characters',
    (_, messages) => {
      expect(Object.keys(messages)).toEqual(Object.keys(sv));
      for (const message of Object.values(messages)) {
        expect(message).toMatch(/^[A-ZÅÄÖ]/);
        expect(message).toMatch(/\.$/);
        expect(message.normalize('NFC')).toBe(message);
        expect(message).not.toMatch(/\uFFFD|Ã|Â| {2}/);
      }
    },
  );

  test.each([
    ['da', da],
    ['nb', nb],
    ['fi', fi],
    ['en', en],
  ] as const)('%s repeats no Swedish sentence', (_, messages) => {
    const swedish = Object.values(sv);
    expect(Object.values(messages).filter((message) => swedish.includes(message))).toEqual([]);
  });
});

describe("BankID's own texts", () => {
  test.each([
    ['RFA1', 'Starta BankID-appen.', 'Start your BankID app.'],
    ['RFA3', 'Åtgärden avbröts. Försök igen.', 'The action was cancelled. Please try again.'],
    [
      'RFA4',
      'En identifiering eller underskrift pågår redan för ditt personnummer. Försök igen.',
      'An identification or signature is already in progress for your personal identity number. Please try again.',
    ],
    ['RFA5', 'Något gick fel. Försök igen.', 'Something went wrong. Please try again.'],
    ['RFA6', 'Åtgärden avbröts.', 'The action was cancelled.'],
    [
      'RFA8',
      'BankID-appen svarar inte. Kontrollera att den är startad och att du har internetanslutning. Försök sedan igen.',
      "The BankID app is not responding. Please check that it's started and that you have internet access. Try again.",
    ],
    [
      'RFA9',
      'Skriv in din säkerhetskod i BankID-appen och välj Identifiera eller Skriv under.',
      'Enter your security code in the BankID app and select Identify or Sign.',
    ],
    ['RFA13', 'Försöker starta BankID-appen.', 'Trying to start your BankID app.'],
    [
      'RFA15A',
      'Söker efter BankID. Säkerställ att du har ett giltigt BankID på den här datorn. Om du har ett BankID på kort, sätt in kortet i kortläsaren.',
      'Searching for BankID. Make sure you have a valid BankID on this computer. If you have a BankID on card, please insert the card into your card reader.',
    ],
    [
      'RFA15B',
      'Söker efter BankID. Säkerställ att du har ett giltigt BankID på den här enheten.',
      'Searching for BankID. Make sure you have a valid BankID on this device.',
    ],
    [
      'RFA16',
      'Ditt BankID är för gammalt eller spärrat. Använd ett annat BankID eller skaffa ett nytt hos din bank.',
      'Your BankID is blocked or too old. Please use another BankID or get a new one from your bank.',
    ],
    [
      'RFA17A',
      'Du verkar inte ha BankID-appen/programmet. Installera den och skaffa ett BankID hos din bank.',
      "You don't seem to have the BankID app/program. Please install it and get a BankID from your bank.",
    ],
    [
      'RFA17B',
      'Misslyckades att läsa av QR-koden. Starta BankID-appen och läs av QR-koden.',
      'Failed to scan the QR code. Start the BankID app and scan the QR code.',
    ],
    [
      'RFA21',
      'En identifiering eller underskrift pågår.',
      'An identification or signing is in progress.',
    ],
    ['RFA22', 'Något gick fel. Försök igen.', 'Something went wrong. Please try again.'],
    [
      'RFA23',
      'Fotografera och läs av din ID-handling med BankID-appen.',
      'Take a photo of, and scan, your ID document with the BankID app.',
    ],
  ] as const)('%s is word for word', (id, swedish, english) => {
    expect([sv[id], en[id]]).toEqual([swedish, english]);
  });

  test.each([
    ['RFA24', 'Gör en ansiktsigenkänning i BankID-appen.'],
    ['RFA25', 'Välj hur du vill bekräfta din identitet i BankID-appen.'],
    ['RFA26', 'Kontrollen av din ID-handling misslyckades. Försök igen.'],
    ['RFA27', 'Ansiktsigenkänningen misslyckades. Försök igen.'],
    ['RFA28', 'Din enhet saknar den läsare som behövs för att kontrollera ID-handlingar.'],
    ['RFA30', 'Bekräftelsen av din identitet misslyckades. Försök igen.'],
  ] as const)('%s is word for word in Swedish', (id, swedish) => {
    expect(sv[id]).toBe(swedish);
  });
});
