/** The languages whose words are compared in any inflection. */
export const languages = ['english', 'german', 'french', 'spanish'] as const
export type Language = (typeof languages)[number]

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Folded words that are common in every text of a language and say nothing about its subject. */
export const stopWords: { readonly [Each in Language]: ReadonlySet<string> } = {
  english: words(`
    a about above after again all also am an and any are arent as at be because been before being below between both but
    by can cannot cant could couldnt d did didnt do does doesnt doing dont down during each few for from further get had
    hadnt has hasnt have havent having he her here hers herself him himself his how i if im in into is isnt it its itself
    ive just ll m me more most must my myself no nor not now of off on once only or other our ours ourselves out over own
    please re s same shall she should shouldnt so some such t than that thats the their theirs them themselves then there
    these they theyre this those through to too under until up us ve very was wasnt we were werent what whats when where
    which while who whom why will with wont would wouldnt you your youre yours yourself`),
  german: words(`
    aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus bei beim bin bis
    bist da damit dann das dass dein deine dem den denn der deren des dessen die dies diese diesem diesen dieser dieses
    dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure fur gegen gibt hab habe haben hat
    hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder
    jedes jetzt kann kannst kein keine keinen konnen konnte man mein meine meinem meinen meiner mich mir mit muss mussen
    nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so soll sollen
    sollte sondern sonst uber um und uns unser unsere unter viel vom von vor wann warum was weil welche welchem welchen
    welcher welches wenn wer werde werden wie wieder will wir wird wirst wo wurde wurden zu zum zur zwischen`),
  french: words(`
    a ai ainsi alors apres as au aucun aussi autre aux avant avec avez avoir avons c car ce ceci cela celle celles celui
    ces cet cette ceux chaque chez comme comment d dans de depuis des deux doit doivent donc dont du elle elles en encore
    entre est et etaient etait etant ete etes etre eu eux faire fait faut ici il ils j je jusqu l la le les leur leurs lors
    lorsque lui m ma mais me meme mes moi moins mon n ne ni nos notre nous on ont ou par parce pas pendant peu peut peuvent
    plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si soit son sont sous
    suis sur t ta te tes toi ton tous tout toute toutes tres tu un une vers vos votre vous y`),
  spanish: words(`
    a al algo algun alguna algunas algunos ante antes aquel aquella aqui asi aun aunque bajo cada como con contra cual
    cuales cualquier cuando cuanto de debe deben del desde donde dos durante e el ella ellas ellos en entre era es esa
    esas ese eso esos esta estaba estan estar estas este esto estos estoy fue fueron ha habia han hasta hay la las le les
    lo los mas me mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por
    porque puede pueden puedo pues que quien se sea segun ser si sido sin sobre solo son su sus tambien tanto te tiene
    tienen todo todos tras tu tus un una unas uno unos usted ustedes y ya yo`),
}

/** Common words of German, French and Spanish that English queries ask for: `red hat`, `company car`, `sea freight`. */
export const ambiguousWords: ReadonlySet<string> = words(
  'ai bin c car comment dir eu ha hat man os plus sea todo',
)
