import type { Messages } from './message-id.ts';

/** Swedish: BankID's own wording. The second sentence of RFA29 and `updateApp` are ours. */
export const sv: Messages = {
  RFA1: 'Starta BankID-appen.',
  RFA3: 'Åtgärden avbröts. Försök igen.',
  RFA4: 'En identifiering eller underskrift pågår redan för ditt personnummer. Försök igen.',
  RFA5: 'Något gick fel. Försök igen.',
  RFA6: 'Åtgärden avbröts.',
  RFA8: 'BankID-appen svarar inte. Kontrollera att den är startad och att du har internetanslutning. Försök sedan igen.',
  RFA9: 'Skriv in din säkerhetskod i BankID-appen och välj Identifiera eller Skriv under.',
  RFA13: 'Försöker starta BankID-appen.',
  RFA15A:
    'Söker efter BankID. Säkerställ att du har ett giltigt BankID på den här datorn. Om du har ett BankID på kort, sätt in kortet i kortläsaren.',
  RFA15B: 'Söker efter BankID. Säkerställ att du har ett giltigt BankID på den här enheten.',
  RFA16:
    'Ditt BankID är för gammalt eller spärrat. Använd ett annat BankID eller skaffa ett nytt hos din bank.',
  RFA17A:
    'Du verkar inte ha BankID-appen/programmet. Installera den och skaffa ett BankID hos din bank.',
  RFA17B: 'Misslyckades att läsa av QR-koden. Starta BankID-appen och läs av QR-koden.',
  RFA21: 'En identifiering eller underskrift pågår.',
  RFA22: 'Något gick fel. Försök igen.',
  RFA23: 'Fotografera och läs av din ID-handling med BankID-appen.',
  RFA24: 'Gör en ansiktsigenkänning i BankID-appen.',
  RFA25: 'Välj hur du vill bekräfta din identitet i BankID-appen.',
  RFA26: 'Kontrollen av din ID-handling misslyckades. Försök igen.',
  RFA27: 'Ansiktsigenkänningen misslyckades. Försök igen.',
  RFA28: 'Din enhet saknar den läsare som behövs för att kontrollera ID-handlingar.',
  RFA29: 'Du har flera BankID på din enhet. Ta bort alla utom ett i BankID-appen och försök igen.',
  RFA30: 'Bekräftelsen av din identitet misslyckades. Försök igen.',
  updateApp: 'Din BankID-app är för gammal för det här. Uppdatera den och försök igen.',
};
